/* The lexer.
 *
 * Hand-written over bytes; every byte outside ASCII is refused with a hint where
 * there is one (a Greek letter is written in ASCII, × is *), since names are ASCII
 * and a lesson shows them in Greek.
 */
#include "sheet/lex.h"
#include "heed/number.h"
#include "heed/text.h"
#include <string.h>

/* Words that may stand in an expression. */
static const char *const language_words[] = {"and", "or", "not", "if", "else", "True", "False", "None"};

/* Python's other words: they can be no name, or the text would not be Python. */
static const char *const python_words[] = {
    "as",     "assert",   "async",   "await", "break",  "class",  "continue", "def",  "del",
    "elif",   "except",   "finally", "for",   "from",   "global", "import",   "in",   "is",
    "lambda", "nonlocal", "pass",    "raise", "return", "try",    "while",    "with", "yield"};

/* Numbers with a name. */
static const char *const constant_words[] = {"inf", "nan", "pi"};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_one_of(const char *text, size_t len, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (words[i][0] == text[0] && strncmp(words[i], text, len) == 0 && words[i][len] == '\0') return true;
    }
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool lex_is_name(const char *text)
{
    size_t len = strlen(text);
    if (len == 0 || !is_letter(text[0])) return false;
    for (size_t i = 1; i < len; i++) {
        if (!is_letter(text[i]) && !is_digit(text[i])) return false;
    }
    return !is_one_of(text, len, language_words, COUNT(language_words)) &&
           !is_one_of(text, len, python_words, COUNT(python_words)) &&
           !is_one_of(text, len, constant_words, COUNT(constant_words));
}

static Token token(TokenKind kind, size_t start, size_t end, const char *text)
{
    return (Token){.kind = kind, .start = start, .end = end, .text = text};
}

static Token bad(Lexer *lexer, size_t start, size_t end, const char *message)
{
    lexer->at = end;
    return token(TOKEN_BAD, start, end, message);
}

static char peek(const Lexer *lexer, size_t ahead)
{
    return lexer->end - lexer->at > ahead ? lexer->source->text[lexer->at + ahead] : '\0';
}

/* Blanks, comments and, inside brackets, newlines. */
static void skip_blanks(Lexer *lexer)
{
    const char *text = lexer->source->text;
    while (lexer->at < lexer->end) {
        char c = text[lexer->at];
        if (c == '#') {
            while (lexer->at < lexer->end && text[lexer->at] != '\n') lexer->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || (c == '\n' && lexer->brackets > 0)) {
            lexer->at++;
        } else {
            return;
        }
    }
}

/* ---- numbers ---- */

/* The digits of a whole number as Python prints it: no underscores, no leading zeros. */
static const char *whole_text(Arena *arena, const char *digits, size_t len)
{
    char *out = arena_alloc(arena, len + 1);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] == '_' || (n == 0 && digits[i] == '0')) continue;
        out[n++] = digits[i];
    }
    if (n == 0) out[n++] = '0';
    out[n] = '\0';
    return out;
}

/* Python refuses 007 (but not 0, 00 or 0.7). */
static bool has_leading_zero(const char *digits, size_t len)
{
    if (digits[0] != '0') return false;
    for (size_t i = 1; i < len; i++) {
        if (digits[i] != '0' && digits[i] != '_') return true;
    }
    return false;
}

/* Whether a decimal is written as Python prints it: "0.25", "2.0". Fifteen digits are told apart by any double,
 * so no shorter ones mean the same; from 1e-4 on no exponent is written. */
static bool is_canonical_decimal(const char *text, size_t len, double value)
{
    size_t point = 0;
    if (len > 16 || value < 1e-4 || !is_digit(text[0])) return false;
    while (point < len && is_digit(text[point])) point++;
    if (point + 1 >= len || text[point] != '.' || (text[0] == '0' && point > 1)) return false;
    for (size_t i = point + 1; i < len; i++)
        if (!is_digit(text[i])) return false;
    return text[len - 1] != '0' || len == point + 2;
}

static const char *number_text(Arena *arena, const char *text, size_t len, double value)
{
    if (is_canonical_decimal(text, len, value)) return arena_strndup(arena, text, len);
    return num_text(arena, value, NUM_F64, NUM_SHORTEST);
}

static Token lex_number(Lexer *lexer)
{
    const char *text = lexer->source->text + lexer->at;
    size_t start = lexer->at;
    double value = 0;
    size_t len = num_parse(text, lexer->end - start, &value);
    size_t word_end = start + len;
    while (word_end < lexer->end &&
           (is_letter(lexer->source->text[word_end]) || is_digit(lexer->source->text[word_end]))) {
        word_end++;
    }
    if (len == 0 || word_end != start + len) {
        if (word_end == start) word_end++;
        return bad(lexer, start, word_end, "this is not a number as Python writes it");
    }
    bool is_whole = true;
    for (size_t i = 0; i < len; i++) is_whole = is_whole && (is_digit(text[i]) || text[i] == '_');
    if (is_whole && has_leading_zero(text, len)) {
        return bad(lexer, start, start + len, "a whole number does not start with 0");
    }
    lexer->at = start + len;
    const char *canonical =
        is_whole ? whole_text(lexer->arena, text, len) : number_text(lexer->arena, text, len, value);
    Token result = token(TOKEN_NUMBER, start, start + len, canonical);
    result.number = value;
    return result;
}

/* ---- strings ---- */

/* One escape after a backslash; false where Python has none such. */
static bool decode_escape(char c, char *out)
{
    static const char from[] = "\\'\"ntr";
    static const char to[] = "\\'\"\n\t\r";
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    if (found == NULL) return false;
    *out = to[found - from];
    return true;
}

static Token lex_string(Lexer *lexer)
{
    const char *text = lexer->source->text;
    size_t start = lexer->at;
    char quote = text[start];
    StrBuf out = {0};
    size_t at = start + 1;
    while (at < lexer->end && text[at] != quote && text[at] != '\n' && text[at] != '\0') {
        char c = text[at++];
        if (c == '\\' && (at >= lexer->end || !decode_escape(text[at++], &c))) {
            strbuf_free(&out);
            return bad(lexer, at - 2, at < lexer->end ? at : lexer->end, "an unknown escape in a string");
        }
        strbuf_add_char(&out, c);
    }
    if (at >= lexer->end || text[at] != quote) {
        strbuf_free(&out);
        return bad(lexer, start, at, "the string does not end on its line");
    }
    lexer->at = at + 1;
    if (!utf8_is_valid(strbuf_text(&out), out.len)) {
        strbuf_free(&out);
        return bad(lexer, start, at + 1, "the string is not valid UTF-8");
    }
    const char *decoded = out.data != NULL ? strbuf_take(&out, lexer->arena) : "";
    return token(TOKEN_STRING, start, lexer->at, decoded);
}

/* ---- words ---- */

static Token lex_word(Lexer *lexer)
{
    const char *text = lexer->source->text;
    size_t start = lexer->at, end = start;
    while (end < lexer->end && (is_letter(text[end]) || is_digit(text[end]))) end++;
    lexer->at = end;
    const char *word = arena_strndup(lexer->arena, text + start, end - start);
    if (is_one_of(word, end - start, python_words, COUNT(python_words))) {
        return bad(lexer, start, end,
                   arena_printf(lexer->arena, "'%s' is a word of Python and no name here", word));
    }
    bool is_word = is_one_of(word, end - start, language_words, COUNT(language_words)) ||
                   is_one_of(word, end - start, constant_words, COUNT(constant_words));
    return token(is_word ? TOKEN_WORD : TOKEN_NAME, start, end, word);
}

/* ---- signs ---- */

/* The most frequent first, but a longer one before its beginning. */
static const char *const signs[] = {"(", ")", "[",  "]", ",",  "-",  "+", "/",  "@", "**",
                                    "*", ".", "==", "=", "<=", ">=", "<", ">", ":", "!="};

/* Signs that other languages, or mathematics, have: what to write instead. */
static const struct {
    const char *sign, *message;
} hints[] = {
    {"//", "there is no '//' here: divide with / and round"},
    {"&&", "write 'and'"},
    {"||", "write 'or'"},
    {"^", "a power is written **"},
    {"!", "write 'not'"},
    {"&", "write 'and' for one truth value, * for arrays of them"},
    {"|", "write 'or' for one truth value, maximum for arrays of them"},
    {"%", "there is no '%' here"},
    {"{", "a list is written with [ ]"},
    {"\u00d7", "the sign \u00d7 is written *"},
    {"\u00b7", "the sign \u00b7 is written * or @"},
    {"\u00f7", "the sign \u00f7 is written /"},
    {"\u2212", "the minus sign here is not the one of the keyboard: write -"},
    {"\u2013", "the dash here is not a minus: write -"},
    {"\u221a", "a root is written sqrt(...)"},
    {"\u2264", "the sign \u2264 is written <="},
    {"\u2265", "the sign \u2265 is written >="},
    {"\u2260", "the sign \u2260 is written !="},
    {"\u221e", "infinity is written inf"},
    {"\u03b1", "names are ASCII: write alpha"},
    {"\u03b2", "names are ASCII: write beta"},
    {"\u03b3", "names are ASCII: write gamma"},
    {"\u03b4", "names are ASCII: write delta"},
    {"\u03b5", "names are ASCII: write epsilon"},
    {"\u03b8", "names are ASCII: write theta"},
    {"\u03bb", "names are ASCII: write lambda_"},
    {"\u03bc", "names are ASCII: write mu"},
    {"\u03c0", "names are ASCII: write pi"},
    {"\u03c3", "names are ASCII: write sigma"},
    {"\u03a3", "a sum is written sum(...)"},
    {"\u2211", "a sum is written sum(...)"},
};

static Token lex_unknown(Lexer *lexer)
{
    const char *at = lexer->source->text + lexer->at;
    size_t left = lexer->end - lexer->at;
    for (size_t i = 0; i < COUNT(hints); i++) {
        size_t len = strlen(hints[i].sign);
        if (len <= left && memcmp(at, hints[i].sign, len) == 0) {
            return bad(lexer, lexer->at, lexer->at + len, hints[i].message);
        }
    }
    int width = 0;
    size_t len = text_cluster(at, left, &width);
    char *shown = text_sanitize(lexer->arena, at, len, false);
    return bad(lexer, lexer->at, lexer->at + len,
               arena_printf(lexer->arena, "'%s' has no meaning here", shown));
}

static Token lex_sign(Lexer *lexer)
{
    const char *at = lexer->source->text + lexer->at;
    size_t left = lexer->end - lexer->at, start = lexer->at;
    if (left >= 2 && at[0] == '/' && at[1] == '/') return lex_unknown(lexer);
    for (size_t i = 0; i < COUNT(signs); i++) {
        size_t len = signs[i][1] != '\0' ? 2 : 1;
        if (len > left || signs[i][0] != at[0] || (len == 2 && signs[i][1] != at[1])) continue;
        lexer->at += len;
        if (at[0] == '(' || at[0] == '[') lexer->brackets++;
        if ((at[0] == ')' || at[0] == ']') && lexer->brackets > 0) lexer->brackets--;
        return token(TOKEN_SIGN, start, lexer->at, signs[i]);
    }
    return lex_unknown(lexer);
}

Token lex_next(Lexer *lexer)
{
    skip_blanks(lexer);
    if (lexer->at >= lexer->end) return token(TOKEN_END, lexer->end, lexer->end, "the end");
    char c = peek(lexer, 0);
    if (c == '\n' || (c == ';' && lexer->brackets == 0)) {
        size_t start = lexer->at++;
        return token(TOKEN_NEWLINE, start, start + 1, "the end of the line");
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(lexer, 1)))) return lex_number(lexer);
    if (c == '"' || c == '\'') return lex_string(lexer);
    if (is_letter(c)) return lex_word(lexer);
    return lex_sign(lexer);
}

bool lex_starts_definition(const SourceText *source, size_t offset, size_t end)
{
    const char *text = source->text;
    if (offset > 0 && text[offset - 1] != '\n') return false;
    size_t at = offset;
    if (at < end && is_digit(text[at])) return false;
    while (at < end && (is_letter(text[at]) || is_digit(text[at]))) at++;
    if (at == offset) return false;
    while (at < end && (text[at] == ' ' || text[at] == '\t')) at++;
    return at < end && text[at] == '=' && !(at + 1 < end && text[at + 1] == '=');
}
