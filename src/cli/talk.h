/* Plain question and answer: lines out, lines in, the journal beside it. For a pipe, a screen reader, a
 * terminal that can do no more.
 */
#ifndef HEED_CLI_TALK_H
#define HEED_CLI_TALK_H

#include "cli.h"
#include "clock.h"
#include "journal_file.h"

#include "heed/journal.h"

typedef struct Talk {
    Arena *arena;   /* for the run */
    Arena *scratch; /* for one line; the talker resets it */
    Clock clock;
    JournalFile journal;
    Charset charset;
    App *app; /* told of what is recorded; NULL */
    const char *line; /* the last one read, trimmed; good until the next */
    StrBuf input;
    int (*next)(void); /* the next byte of the input; EOF */
} Talk;

/* False, said on stderr, where HEED_NOW is no time. */
bool talk_open(Talk *talk);
void talk_close(Talk *talk);
/* What the journal holds so far; what stands against it, and damaged lines, are said on stderr. */
const Progress *talk_progress(Talk *talk, const Options *options);

/* One line, or several, in the charset of the terminal; a newline is added. */
void talk_tell(Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line for the journal; NULL is none. */
void talk_record(Talk *talk, const char *line);
/* The whole talks, for who comes from plain line mode: `options` as for the commands, with the lesson as argument;
 * `next` reads the input byte by byte. */
int quiz_in_lines(const Options *options, App *app, int (*next)(void));
int cards_in_lines(const Options *options, App *app, int (*next)(void));

/* The next line of the input, trimmed; false at its end. One that cannot be taken is passed over, and told. */
bool talk_read(Talk *talk);

#endif
