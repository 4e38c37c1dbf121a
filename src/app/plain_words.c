/* The words of plain line mode: one row each. A row whose command is one of the key table's takes its
 * sentence from there; its short form is that key, so that whoever knows one mode knows the other. */
#include "parts.h"

#include "plain.h"

#include <string.h>

static void help(App *app, const char *argument);

/* name, short form, usage, command, help, place, run */
static const Word words[] = {
    {"on", NULL, "", CMD_NONE, "go on: the next step, the next screen; an empty line does the same", ANYWHERE,
     plain_on},
    {"back", "b", "", CMD_NONE, "go back a step", IN_LESSON, plain_back},
    {"again", NULL, "", CMD_NONE, "tell this step again", ANYWHERE, plain_again},
    {"screen", NULL, "", CMD_NONE, "tell the whole screen, as far as it is open", IN_LESSON, plain_screen},
    {"outline", "o", "", CMD_OUTLINE, NULL, IN_LESSON, plain_outline},
    {"goto", NULL, "SCREEN[.STEP] | NAME", CMD_NONE,
     "go to a screen, to a step of it, or to a step by its name", IN_LESSON, plain_goto},
    {"more", "i", "", CMD_NONE, "In practice, History and Sources of what is open", IN_LESSON, plain_more},
    {"sources", "S", "", CMD_NONE, "the sources of the lesson and of this screen", IN_LESSON, plain_sources},
    {"search", "/", "TEXT", CMD_SEARCH, NULL, IN_LESSON, plain_search},
    {"equations", "=", "", CMD_NONE, "the key equations of the lesson", IN_LESSON, plain_equations},
    {"glossary", "D", "[TERM]", CMD_NONE, "what the lessons mean by a word; alone, all of them", ANYWHERE,
     plain_glossary},

    {"names", NULL, "", CMD_NONE, "all names that the lesson has come to, with their numbers", IN_LESSON,
     plain_names},
    {"why", "w", "NUMBER | OPERAND", CMD_NONE,
     "where a number comes from: why alpha[2]; then why 1 goes into its first operand, down to the inputs",
     IN_LESSON, plain_why},
    {"out", NULL, "", CMD_PANEL_OUT, NULL, IN_LESSON, plain_out},
    {"influence", "d", "[NUMBER]", CMD_INFLUENCE, NULL, IN_LESSON, plain_influence},
    {"set", "e", "NAME = VALUE", CMD_NONE,
     "change an input, or one number of it: set q[2] = 5; set may be left out", IN_LESSON, plain_set},
    {"nudge", NULL, "NAME [+N | -N]", CMD_NUDGE, NULL, IN_LESSON, plain_nudge},
    {"undo", "u", "", CMD_UNDO, NULL, IN_LESSON, plain_undo},
    {"redo", NULL, "", CMD_REDO, NULL, IN_LESSON, plain_redo},
    {"reset", "r", "", CMD_RESET, NULL, IN_LESSON, plain_reset},
    {"try", ":", "EXPRESSION", CMD_TRY, NULL, ANYWHERE, plain_try},
    {"predict", "p", "[GUESS | -]", CMD_PREDICT, NULL, IN_LESSON, plain_predict},
    {"lens", "L", "2 | 4 | full", CMD_NONE, "round every computed value to so many digits", IN_LESSON,
     plain_lens},
    {"compare", "A", "", CMD_COMPARE, NULL, IN_LESSON, plain_compare},
    {"values", "F", "", CMD_VALUES, NULL, IN_LESSON, plain_values},

    {"helpful", NULL, "y | n | WORDS", CMD_NONE, "say whether the lesson was helpful", IN_LESSON,
     plain_helpful},
    {"quiz", "x", "", CMD_NONE, "questions about the lesson; at home, about those where you stand", ANYWHERE,
     plain_quiz},
    {"cards", "c", "", CMD_NONE, "the flashcards of the lesson that are due; at home, all that are", ANYWHERE,
     plain_cards},
    {"list", NULL, "", CMD_NONE, "the lessons", ANYWHERE, plain_list},
    {"open", NULL, "LESSON | NUMBER", CMD_NONE, "open a lesson, by its name or its number in the list",
     ANYWHERE, plain_open},
    {"home", NULL, "", CMD_NONE, "leave the lesson", IN_LESSON, plain_home},
    {"help", "?", "[COMMAND]", CMD_NONE, "this help, or that of one command", ANYWHERE, help},
    {"quit", "q", "", CMD_NONE, "leave heed; the place in the lesson is kept", ANYWHERE, plain_quit},
};

size_t plain_word_count(void)
{
    return sizeof words / sizeof *words;
}

const Word *plain_word_at(size_t index)
{
    return &words[index];
}

/* -------------------------------------------------------------------- help */

static void add_word(StrBuf *out, const Word *word)
{
    const char *sentence = word->help != NULL ? word->help : command_get(word->command)->help;
    strbuf_add(out, word->name);
    if (word->short_form != NULL) strbuf_printf(out, ", %s", word->short_form);
    if (*word->usage != '\0') strbuf_printf(out, " %s", word->usage);
    strbuf_printf(out, ": %s\n", sentence);
}

static void help(App *app, const char *argument)
{
    StrBuf text = {0};
    if (*argument != '\0') {
        const Word *word = plain_word_find(app, argument, strlen(argument));
        if (word == NULL) {
            plain_refuse(app, "No command is called %s here; help lists them.", argument);
            return;
        }
        add_word(&text, word);
    } else {
        for (size_t i = 0; i < plain_word_count(); i++)
            if (plain_word_fits(app, &words[i])) add_word(&text, &words[i]);
    }
    plain_say(app, "%s", strbuf_text(&text));
    strbuf_free(&text);
}
