/* Words in place of an answer. None of them is a name or a number that a question could ask for. */
#include "heed/quiz.h"
#include <string.h>

static const struct {
    const char *text;
    QuizWord word;
} words[] = {
    {"hint", QUIZ_HINT},       {"why", QUIZ_WHY},        {"skip", QUIZ_SKIP}, {"next", QUIZ_SKIP},
    {"give up", QUIZ_GIVE_UP}, {"giveup", QUIZ_GIVE_UP}, {"help", QUIZ_HELP}, {"?", QUIZ_HELP},
    {"quit", QUIZ_QUIT},       {"stop", QUIZ_QUIT},      {"exit", QUIZ_QUIT},
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word(const char *text, size_t len, const char *word)
{
    if (strlen(word) != len) return false;
    for (size_t i = 0; i < len; i++)
        if (lower(text[i]) != word[i]) return false;
    return true;
}

QuizWord quiz_word(const char *text)
{
    size_t len = strlen(text);
    while (len > 0 && is_blank(text[len - 1])) len--;
    for (; len > 0 && is_blank(*text); len--) text++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(text, len, words[i].text)) return words[i].word;
    return QUIZ_ANSWER;
}
