/* The fixed parts of an exported HTML page: no script, no font, no file beside it. */
#ifndef HEED_VIEW_EXPORT_PAGE_H
#define HEED_VIEW_EXPORT_PAGE_H

static const char export_page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

/* Both backgrounds by the reader's preference. Rows of a picture touch, so that bars have no gaps; on a narrow screen
 * a picture is smaller, and scrolls by itself where that is not enough. */
static const char export_page_style[] =
    ":root { color-scheme: light dark; --text: #1c1c1c; --back: #fdfdfb; --number: #0b5394; --dim: #5f5f5f;\n"
    "  --good: #1e6b2e; --bad: #a3231f; --bar: #2f6f9f; --line: #d8d8d0; }\n"
    "@media (prefers-color-scheme: dark) { :root { --text: #e4e4e0; --back: #161616; --number: #8ec7ff;\n"
    "  --dim: #a8a8a8; --good: #8fd694; --bad: #ff9d94; --bar: #6fb3e0; --line: #3a3a3a; } }\n"
    "body { margin: 0; background: var(--back); color: var(--text); font: 17px/1.55 Georgia, serif; }\n"
    "main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }\n"
    "h1, h2, h3 { font-family: system-ui, sans-serif; line-height: 1.25; }\n"
    "h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }\n"
    "pre { font: 14px/1.17 \"DejaVu Sans Mono\", Menlo, Consolas, monospace; overflow-x: auto; padding: "
    ".75rem 0; }\n"
    "@media (max-width: 40rem) { pre { font-size: clamp(9px, 2.2vw, 14px); } }\n"
    "blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); font-style: "
    "italic; }\n"
    "table { border-collapse: collapse; } th, td { padding: .25rem .75rem; border-bottom: 1px solid "
    "var(--line);\n"
    "  text-align: left; } td.right { text-align: right; }\n"
    ".number { color: var(--number); } .emph { font-weight: bold; } .code { font-family: monospace; }\n"
    ".dim, .rule, .source { color: var(--dim); } .label { font-weight: bold; } .bar { color: var(--bar); }\n"
    ".good { color: var(--good); } .bad { color: var(--bad); } .claim { font-family: system-ui, sans-serif;\n"
    "  font-size: .95rem; }\n";

#endif
