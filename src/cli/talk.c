#include "talk.h"
#include "lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool talk_open(Talk *talk)
{
    *talk = (Talk){.charset = cli_charset(), .next = getchar};
    if (!clock_init(&talk->clock)) return false;
    talk->arena = arena_new();
    talk->scratch = arena_new();
    return true;
}

void talk_close(Talk *talk)
{
    journal_file_close(&talk->journal);
    arena_free(talk->scratch);
    arena_free(talk->arena);
    strbuf_free(&talk->input);
}

const Progress *talk_progress(Talk *talk, const Options *options)
{
    size_t len;
    const char *problem = NULL;
    const char *text = journal_file_open(&talk->journal, talk->arena, options->data, &len, &problem);
    if (problem != NULL) cli_say("%s", problem);
    const Journal *journal = journal_parse(talk->arena, text, len);
    const char *damage = journal_damage_text(talk->arena, journal);
    if (damage != NULL) cli_say("%s", damage);
    problem = NULL;
    journal_file_tick(&talk->journal, talk->scratch, &talk->clock, &problem);
    return progress_replay(talk->arena, journal, &schedule_default);
}

void talk_tell(Talk *talk, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    puts(charset_lines(talk->scratch, talk->charset, arena_vprintf(talk->scratch, format, args)));
    va_end(args);
}

void talk_record(Talk *talk, const char *line)
{
    const char *problem = NULL;
    if (line != NULL && talk->app != NULL) app_heard(talk->app, line);
    if (line != NULL && !journal_file_append(&talk->journal, talk->scratch, line, &problem))
        cli_say("%s", problem);
}

static void trim(Talk *talk)
{
    StrBuf *input = &talk->input;
    while (input->len > 0 && strchr("\r\n \t", input->data[input->len - 1]) != NULL)
        input->data[--input->len] = '\0';
    talk->line = strbuf_text(input) + strspn(strbuf_text(input), " \t\r\n");
}

bool talk_read(Talk *talk)
{
    for (;;) {
        if (isatty(STDIN_FILENO)) fputs("> ", stdout);
        fflush(stdout);
        LineRead read = line_read(&talk->input, talk->next);
        if (read == LINE_END) return false;
        trim(talk);
        if (line_refusal(read) == NULL) return true;
        puts(line_refusal(read));
    }
}
