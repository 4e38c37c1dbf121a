/* Answers number_judge.py line by line, in the locale of the environment:
 *
 *     format KIND SPEC BITS   the text of the double with these bits (hex)
 *     parse TEXT              bytes taken and the bits read
 *     comma                   what printf makes of 1.5 in this locale
 *     printf                  what arena_printf and strbuf_printf make of it
 *
 * SPEC "-" is the empty one.
 */
#include "heed/number.h"
#include <inttypes.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void answer_format(char kind, const char *spec, uint64_t bits)
{
    static const char kinds[] = {[NUM_F64] = 'D', [NUM_F32] = 'F', [NUM_INT] = 'I', [NUM_BOOL] = 'B'};
    const char *found = memchr(kinds, kind, sizeof kinds);
    NumFormat format = NUM_SHORTEST;
    size_t at;
    if (!found || (strcmp(spec, "-") != 0 && !num_format_parse(spec, strlen(spec), &format, &at))) {
        puts("refused");
        return;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    char text[NUM_TEXT_MAX];
    num_write(text, value, (NumKind)(found - kinds), format);
    puts(text);
}

static void answer_parse(const char *text)
{
    double value = 0;
    size_t taken = num_parse(text, strlen(text), &value);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%zu %016" PRIx64 "\n", taken, bits);
}

static void answer_printf(void)
{
    Arena *arena = arena_new();
    StrBuf text = {0};
    strbuf_printf(&text, "%.1f", 1.5);
    printf("%s %s\n", arena_printf(arena, "%.1f", 1.5), strbuf_text(&text));
    strbuf_free(&text);
    arena_free(arena);
}

int main(void)
{
    char line[4096], spec[64], kind;
    uint64_t bits;
    setlocale(LC_ALL, "");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "format %c %63s %" SCNx64, &kind, spec, &bits) == 3)
            answer_format(kind, spec, bits);
        else if (strncmp(line, "parse ", 6) == 0)
            answer_parse(line + 6);
        else if (strcmp(line, "printf") == 0)
            answer_printf();
        else
            printf("%.1f\n", 1.5);
    }
    return 0;
}
