/* ASCII twins.
 *
 * A twin is found by rule where Unicode has one (box drawing and blocks lie in
 * order, accented Latin letters come down to their base, braille to the dots it
 * has, control pictures to caret notation) and in one sorted table elsewhere.
 * The last resort is '?'.
 */
#include "glyph.h"

/* ---- twins by rule: one character for each code point of a block ---- */

/* U+00C0..U+017F; '?' marks the letters that are in the table instead. */
static const char twins_latin[] = "AAAAAA?CEEEEIIIIDNOOOOO?OUUUUY??aaaaaa?ceeeeiiiidnooooo?ouuuuy?y"
                                  "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKkkLlLlLl?"
                                  "?LlNnNnNn?NnOoOoOo??RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/* U+1E00..U+1EFF, Latin Extended Additional (Vietnamese names among it). */
static const char twins_latin_more[] = "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMm"
                                       "MmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVv"
                                       "WwWwWwWwWwXxXxYyZzZzZzhtwy?s????AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe"
                                       "EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????";

/* U+2500..U+257F, box drawing: strokes by direction, double ones '=', all that turns or crosses '+'. */
static const char twins_box[] = "--||--||--||++++++++++++++++++++"
                                "++++++++++++++++++++++++++++++++"
                                "++++++++++++--||=|++++++++++++++"
                                "+++++++++++++++++/\\X-|-|-|-|-|-|";

/* U+2580..U+259F: upper half, lower eighths rising to the full block, left eighths falling,
 * right half, three shades, edges, quadrants. Each ramp grows with its ink. */
static const char twins_blocks[] = "\".:-=+*%#*+=-:..|.:%\"|..'#\\##'/#";

typedef struct TwinBlock {
    uint32_t first, last;
    const char *twins;
} TwinBlock;

static const TwinBlock twin_blocks[] = {
    {0x00C0, 0x017F, twins_latin},
    {0x1E00, 0x1EFF, twins_latin_more},
    {0x2500, 0x257F, twins_box},
    {0x2580, 0x259F, twins_blocks},
};

_Static_assert(sizeof twins_latin == 0x0180 - 0x00C0 + 1, "one twin for each letter");
_Static_assert(sizeof twins_latin_more == 0x1F00 - 0x1E00 + 1, "one twin for each letter");
_Static_assert(sizeof twins_box == 0x2580 - 0x2500 + 1, "one twin for each stroke");
_Static_assert(sizeof twins_blocks == 0x25A0 - 0x2580 + 1, "one twin for each block");

/* ---- twins by table, sorted by code point ---- */

typedef struct Twin {
    uint32_t code_point;
    const char *text;
} Twin;

static const Twin twins[] = {
    {0x00A0, " "},         /* no-break space */
    {0x00A1, "!"},         /* ¡ */
    {0x00A2, "c"},         /* ¢ */
    {0x00A3, "GBP"},       /* £ */
    {0x00A5, "JPY"},       /* ¥ */
    {0x00A6, "|"},         /* ¦ */
    {0x00A7, "sec. "},     /* § */
    {0x00A8, "\""},        /* ¨ */
    {0x00A9, "(c)"},       /* © */
    {0x00AA, "^a"},        /* ª */
    {0x00AB, "\""},        /* « */
    {0x00AC, "not "},      /* ¬ */
    {0x00AE, "(R)"},       /* ® */
    {0x00AF, "-"},         /* ¯ */
    {0x00B0, " deg"},      /* ° */
    {0x00B1, "+/-"},       /* ± */
    {0x00B2, "^2"},        /* ² */
    {0x00B3, "^3"},        /* ³ */
    {0x00B4, "'"},         /* ´ */
    {0x00B5, "u"},         /* µ, micro */
    {0x00B6, "par. "},     /* ¶ */
    {0x00B7, "."},         /* · */
    {0x00B9, "^1"},        /* ¹ */
    {0x00BA, "^o"},        /* º */
    {0x00BB, "\""},        /* » */
    {0x00BC, "1/4"},       /* ¼ */
    {0x00BD, "1/2"},       /* ½ */
    {0x00BE, "3/4"},       /* ¾ */
    {0x00BF, "?"},         /* ¿ */
    {0x00C6, "AE"},        /* Æ */
    {0x00D7, "x"},         /* × */
    {0x00DE, "Th"},        /* Þ */
    {0x00DF, "ss"},        /* ß */
    {0x00E6, "ae"},        /* æ */
    {0x00F7, "/"},         /* ÷ */
    {0x00FE, "th"},        /* þ */
    {0x0132, "IJ"},        /* Ĳ */
    {0x0133, "ij"},        /* ĳ */
    {0x013F, "L"},         /* Ŀ */
    {0x0140, "l"},         /* ŀ */
    {0x0149, "'n"},        /* ŉ */
    {0x0152, "OE"},        /* Œ */
    {0x0153, "oe"},        /* œ */
    {0x0391, "Alpha"},     /* Α */
    {0x0392, "Beta"},      /* Β */
    {0x0393, "Gamma"},     /* Γ */
    {0x0394, "Delta"},     /* Δ */
    {0x0395, "Epsilon"},   /* Ε */
    {0x0396, "Zeta"},      /* Ζ */
    {0x0397, "Eta"},       /* Η */
    {0x0398, "Theta"},     /* Θ */
    {0x0399, "Iota"},      /* Ι */
    {0x039A, "Kappa"},     /* Κ */
    {0x039B, "Lambda"},    /* Λ */
    {0x039C, "Mu"},        /* Μ */
    {0x039D, "Nu"},        /* Ν */
    {0x039E, "Xi"},        /* Ξ */
    {0x039F, "Omicron"},   /* Ο */
    {0x03A0, "Pi"},        /* Π */
    {0x03A1, "Rho"},       /* Ρ */
    {0x03A3, "sum "},      /* Σ: the sum, as screens use it */
    {0x03A4, "Tau"},       /* Τ */
    {0x03A5, "Upsilon"},   /* Υ */
    {0x03A6, "Phi"},       /* Φ */
    {0x03A7, "Chi"},       /* Χ */
    {0x03A8, "Psi"},       /* Ψ */
    {0x03A9, "Omega"},     /* Ω */
    {0x03B1, "alpha"},     /* α */
    {0x03B2, "beta"},      /* β */
    {0x03B3, "gamma"},     /* γ */
    {0x03B4, "delta"},     /* δ */
    {0x03B5, "epsilon"},   /* ε */
    {0x03B6, "zeta"},      /* ζ */
    {0x03B7, "eta"},       /* η */
    {0x03B8, "theta"},     /* θ */
    {0x03B9, "iota"},      /* ι */
    {0x03BA, "kappa"},     /* κ */
    {0x03BB, "lambda"},    /* λ */
    {0x03BC, "mu"},        /* μ */
    {0x03BD, "nu"},        /* ν */
    {0x03BE, "xi"},        /* ξ */
    {0x03BF, "omicron"},   /* ο */
    {0x03C0, "pi"},        /* π */
    {0x03C1, "rho"},       /* ρ */
    {0x03C2, "sigma"},     /* ς */
    {0x03C3, "sigma"},     /* σ */
    {0x03C4, "tau"},       /* τ */
    {0x03C5, "upsilon"},   /* υ */
    {0x03C6, "phi"},       /* φ */
    {0x03C7, "chi"},       /* χ */
    {0x03C8, "psi"},       /* ψ */
    {0x03C9, "omega"},     /* ω */
    {0x03D1, "theta"},     /* ϑ */
    {0x03D5, "phi"},       /* ϕ */
    {0x03D6, "pi"},        /* ϖ */
    {0x03F0, "kappa"},     /* ϰ */
    {0x03F1, "rho"},       /* ϱ */
    {0x03F4, "Theta"},     /* ϴ */
    {0x03F5, "epsilon"},   /* ϵ */
    {0x1D2C, "^A"},        /* ᴬ */
    {0x1D2E, "^B"},        /* ᴮ */
    {0x1D30, "^D"},        /* ᴰ */
    {0x1D31, "^E"},        /* ᴱ */
    {0x1D33, "^G"},        /* ᴳ */
    {0x1D34, "^H"},        /* ᴴ */
    {0x1D35, "^I"},        /* ᴵ */
    {0x1D36, "^J"},        /* ᴶ */
    {0x1D37, "^K"},        /* ᴷ */
    {0x1D38, "^L"},        /* ᴸ */
    {0x1D39, "^M"},        /* ᴹ */
    {0x1D3A, "^N"},        /* ᴺ */
    {0x1D3C, "^O"},        /* ᴼ */
    {0x1D3E, "^P"},        /* ᴾ */
    {0x1D3F, "^R"},        /* ᴿ */
    {0x1D40, "^T"},        /* ᵀ */
    {0x1D41, "^U"},        /* ᵁ */
    {0x1D42, "^W"},        /* ᵂ */
    {0x1D43, "^a"},        /* ᵃ */
    {0x1D47, "^b"},        /* ᵇ */
    {0x1D48, "^d"},        /* ᵈ */
    {0x1D49, "^e"},        /* ᵉ */
    {0x1D4D, "^g"},        /* ᵍ */
    {0x1D4F, "^k"},        /* ᵏ */
    {0x1D50, "^m"},        /* ᵐ */
    {0x1D52, "^o"},        /* ᵒ */
    {0x1D56, "^p"},        /* ᵖ */
    {0x1D57, "^t"},        /* ᵗ */
    {0x1D58, "^u"},        /* ᵘ */
    {0x1D5B, "^v"},        /* ᵛ */
    {0x1D62, "_i"},        /* ᵢ */
    {0x1D63, "_r"},        /* ᵣ */
    {0x1D64, "_u"},        /* ᵤ */
    {0x1D65, "_v"},        /* ᵥ */
    {0x1D9C, "^c"},        /* ᶜ */
    {0x1DA0, "^f"},        /* ᶠ */
    {0x1DBB, "^z"},        /* ᶻ */
    {0x1E9A, "a"},         /* ẚ */
    {0x1E9E, "SS"},        /* ẞ */
    {0x2002, " "},         /* en space */
    {0x2003, " "},         /* em space */
    {0x2004, " "},         /* three-per-em space */
    {0x2005, " "},         /* four-per-em space */
    {0x2006, " "},         /* six-per-em space */
    {0x2007, " "},         /* figure space */
    {0x2008, " "},         /* punctuation space */
    {0x2009, " "},         /* thin space */
    {0x200A, " "},         /* hair space */
    {0x2010, "-"},         /* ‐ */
    {0x2011, "-"},         /* non-breaking hyphen */
    {0x2012, "-"},         /* ‒ */
    {0x2013, "-"},         /* – */
    {0x2014, "--"},        /* — */
    {0x2015, "--"},        /* ― */
    {0x2016, "||"},        /* ‖ */
    {0x2018, "'"},         /* ‘ */
    {0x2019, "'"},         /* ’ */
    {0x201A, ","},         /* ‚ */
    {0x201C, "\""},        /* “ */
    {0x201D, "\""},        /* ” */
    {0x201E, "\""},        /* „ */
    {0x2020, "+"},         /* † */
    {0x2021, "++"},        /* ‡ */
    {0x2022, "*"},         /* • */
    {0x2023, ">"},         /* ‣ */
    {0x2026, "..."},       /* … */
    {0x202F, " "},         /* narrow no-break space */
    {0x2030, " permille"}, /* ‰ */
    {0x2032, "'"},         /* ′ */
    {0x2033, "''"},        /* ″ */
    {0x2039, "<"},         /* ‹ */
    {0x203A, ">"},         /* › */
    {0x203E, "-"},         /* ‾ */
    {0x2044, "/"},         /* ⁄ */
    {0x205F, " "},         /* mathematical space */
    {0x2070, "^0"},        /* ⁰ */
    {0x2071, "^i"},        /* ⁱ */
    {0x2074, "^4"},        /* ⁴ */
    {0x2075, "^5"},        /* ⁵ */
    {0x2076, "^6"},        /* ⁶ */
    {0x2077, "^7"},        /* ⁷ */
    {0x2078, "^8"},        /* ⁸ */
    {0x2079, "^9"},        /* ⁹ */
    {0x207A, "^+"},        /* ⁺ */
    {0x207B, "^-"},        /* ⁻ */
    {0x207C, "^="},        /* ⁼ */
    {0x207D, "^("},        /* ⁽ */
    {0x207E, "^)"},        /* ⁾ */
    {0x207F, "^n"},        /* ⁿ */
    {0x2080, "_0"},        /* ₀ */
    {0x2081, "_1"},        /* ₁ */
    {0x2082, "_2"},        /* ₂ */
    {0x2083, "_3"},        /* ₃ */
    {0x2084, "_4"},        /* ₄ */
    {0x2085, "_5"},        /* ₅ */
    {0x2086, "_6"},        /* ₆ */
    {0x2087, "_7"},        /* ₇ */
    {0x2088, "_8"},        /* ₈ */
    {0x2089, "_9"},        /* ₉ */
    {0x208A, "_+"},        /* ₊ */
    {0x208B, "_-"},        /* ₋ */
    {0x208C, "_="},        /* ₌ */
    {0x208D, "_("},        /* ₍ */
    {0x208E, "_)"},        /* ₎ */
    {0x2090, "_a"},        /* ₐ */
    {0x2091, "_e"},        /* ₑ */
    {0x2092, "_o"},        /* ₒ */
    {0x2093, "_x"},        /* ₓ */
    {0x2095, "_h"},        /* ₕ */
    {0x2096, "_k"},        /* ₖ */
    {0x2097, "_l"},        /* ₗ */
    {0x2098, "_m"},        /* ₘ */
    {0x2099, "_n"},        /* ₙ */
    {0x209A, "_p"},        /* ₚ */
    {0x209B, "_s"},        /* ₛ */
    {0x209C, "_t"},        /* ₜ */
    {0x20AC, "EUR"},       /* € */
    {0x2102, "C"},         /* ℂ */
    {0x210B, "H"},         /* ℋ */
    {0x2112, "L"},         /* ℒ */
    {0x2113, "l"},         /* ℓ */
    {0x2115, "N"},         /* ℕ */
    {0x2116, "No."},       /* № */
    {0x2119, "P"},         /* ℙ */
    {0x211A, "Q"},         /* ℚ */
    {0x211D, "R"},         /* ℝ */
    {0x2122, "(TM)"},      /* ™ */
    {0x2124, "Z"},         /* ℤ */
    {0x2126, "Ohm"},       /* Ω, ohm */
    {0x2153, "1/3"},       /* ⅓ */
    {0x2154, "2/3"},       /* ⅔ */
    {0x2190, "<-"},        /* ← */
    {0x2191, "^"},         /* ↑ */
    {0x2192, "->"},        /* → */
    {0x2193, "v"},         /* ↓ */
    {0x2194, "<->"},       /* ↔ */
    {0x2195, "^v"},        /* ↕ */
    {0x2196, "\\"},        /* ↖ */
    {0x2197, "/"},         /* ↗ */
    {0x2198, "\\"},        /* ↘ */
    {0x2199, "/"},         /* ↙ */
    {0x21A6, "|->"},       /* ↦ */
    {0x21A9, "<-"},        /* ↩ */
    {0x21B5, "Enter"},     /* ↵ */
    {0x21BA, "@"},         /* ↺ */
    {0x21BB, "@"},         /* ↻ */
    {0x21D0, "<="},        /* ⇐ */
    {0x21D2, "=>"},        /* ⇒ */
    {0x21D4, "<=>"},       /* ⇔ */
    {0x21E5, "Tab"},       /* ⇥ */
    {0x21E7, "Shift"},     /* ⇧ */
    {0x2200, "for all "},  /* ∀ */
    {0x2202, "d"},         /* ∂ */
    {0x2203, "exists "},   /* ∃ */
    {0x2205, "{}"},        /* ∅ */
    {0x2206, "Delta"},     /* ∆ */
    {0x2207, "grad "},     /* ∇ */
    {0x2208, "in"},        /* ∈ */
    {0x2209, "not in"},    /* ∉ */
    {0x220F, "prod "},     /* ∏ */
    {0x2211, "sum "},      /* ∑ */
    {0x2212, "-"},         /* − */
    {0x2213, "-/+"},       /* ∓ */
    {0x2215, "/"},         /* ∕ */
    {0x2217, "*"},         /* ∗ */
    {0x2218, "o"},         /* ∘ */
    {0x2219, "."},         /* ∙ */
    {0x221A, "sqrt "},     /* √ */
    {0x221D, "~"},         /* ∝ */
    {0x221E, "inf"},       /* ∞ */
    {0x2220, "angle "},    /* ∠ */
    {0x2223, "|"},         /* ∣ */
    {0x2225, "||"},        /* ∥ */
    {0x2227, "and"},       /* ∧ */
    {0x2228, "or"},        /* ∨ */
    {0x2229, "and"},       /* ∩ */
    {0x222A, "or"},        /* ∪ */
    {0x222B, "int "},      /* ∫ */
    {0x2234, "therefore"}, /* ∴ */
    {0x2236, ":"},         /* ∶ */
    {0x223C, "~"},         /* ∼ */
    {0x2243, "~="},        /* ≃ */
    {0x2245, "~="},        /* ≅ */
    {0x2248, "~="},        /* ≈ */
    {0x2254, ":="},        /* ≔ */
    {0x225F, "=?"},        /* ≟ */
    {0x2260, "!="},        /* ≠ */
    {0x2261, "=="},        /* ≡ */
    {0x2264, "<="},        /* ≤ */
    {0x2265, ">="},        /* ≥ */
    {0x226A, "<<"},        /* ≪ */
    {0x226B, ">>"},        /* ≫ */
    {0x2282, "in"},        /* ⊂ */
    {0x2286, "in"},        /* ⊆ */
    {0x2295, "(+)"},       /* ⊕ */
    {0x2297, "(x)"},       /* ⊗ */
    {0x2299, "*"},         /* ⊙ */
    {0x22A4, "^T"},        /* ⊤, written for a transpose */
    {0x22A5, "_|_"},       /* ⊥ */
    {0x22C5, "."},         /* ⋅ */
    {0x22C6, "*"},         /* ⋆ */
    {0x22EE, ":"},         /* ⋮ */
    {0x22EF, "..."},       /* ⋯ */
    {0x22F1, "\\"},        /* ⋱ */
    {0x2308, "|"},         /* ⌈ */
    {0x2309, "|"},         /* ⌉ */
    {0x230A, "|"},         /* ⌊ */
    {0x230B, "|"},         /* ⌋ */
    {0x2318, "Cmd"},       /* ⌘ */
    {0x2320, "/"},         /* ⌠ */
    {0x2321, "/"},         /* ⌡ */
    {0x232B, "Bksp"},      /* ⌫ */
    {0x239B, "/"},         /* ⎛ */
    {0x239C, "|"},         /* ⎜ */
    {0x239D, "\\"},        /* ⎝ */
    {0x239E, "\\"},        /* ⎞ */
    {0x239F, "|"},         /* ⎟ */
    {0x23A0, "/"},         /* ⎠ */
    {0x23A1, "["},         /* ⎡ */
    {0x23A2, "["},         /* ⎢ */
    {0x23A3, "["},         /* ⎣ */
    {0x23A4, "]"},         /* ⎤ */
    {0x23A5, "]"},         /* ⎥ */
    {0x23A6, "]"},         /* ⎦ */
    {0x23A7, "/"},         /* ⎧ */
    {0x23A8, "{"},         /* ⎨ */
    {0x23A9, "\\"},        /* ⎩ */
    {0x23AA, "|"},         /* ⎪ */
    {0x23AB, "\\"},        /* ⎫ */
    {0x23AC, "}"},         /* ⎬ */
    {0x23AD, "/"},         /* ⎭ */
    {0x23AF, "-"},         /* ⎯ */
    {0x23B7, "\\"},        /* ⎷ */
    {0x23BA, "\""},        /* ⎺ */
    {0x23BB, "-"},         /* ⎻ */
    {0x23BC, "-"},         /* ⎼ */
    {0x23BD, "_"},         /* ⎽ */
    {0x23CE, "Enter"},     /* ⏎ */
    {0x23DE, "-"},         /* ⏞ */
    {0x23DF, "-"},         /* ⏟ */
    {0x23F8, "||"},        /* ⏸ */
    {0x2423, "_"},         /* ␣ */
    {0x25A0, "#"},         /* ■ */
    {0x25A1, "o"},         /* □ */
    {0x25AA, "#"},         /* ▪ */
    {0x25AB, "o"},         /* ▫ */
    {0x25AC, "-"},         /* ▬ */
    {0x25B2, "^"},         /* ▲ */
    {0x25B3, "^"},         /* △ */
    {0x25B6, ">"},         /* ▶ */
    {0x25B7, ">"},         /* ▷ */
    {0x25B8, ">"},         /* ▸ */
    {0x25BA, ">"},         /* ► */
    {0x25BC, "v"},         /* ▼ */
    {0x25BD, "v"},         /* ▽ */
    {0x25BE, "v"},         /* ▾ */
    {0x25C0, "<"},         /* ◀ */
    {0x25C2, "<"},         /* ◂ */
    {0x25C4, "<"},         /* ◄ */
    {0x25C6, "#"},         /* ◆ */
    {0x25C7, "o"},         /* ◇ */
    {0x25CA, "o"},         /* ◊ */
    {0x25CB, "o"},         /* ○ */
    {0x25CE, "@"},         /* ◎ */
    {0x25CF, "*"},         /* ● */
    {0x25D0, "%"},         /* ◐ */
    {0x25D1, "%"},         /* ◑ */
    {0x25E6, "o"},         /* ◦ */
    {0x25EF, "O"},         /* ◯ */
    {0x2605, "*"},         /* ★ */
    {0x2606, "*"},         /* ☆ */
    {0x2610, "[ ]"},       /* ☐ */
    {0x2611, "[x]"},       /* ☑ */
    {0x2612, "[x]"},       /* ☒ */
    {0x26A0, "!"},         /* ⚠ */
    {0x2713, "+"},         /* ✓ */
    {0x2714, "+"},         /* ✔ */
    {0x2715, "x"},         /* ✕ */
    {0x2717, "x"},         /* ✗ */
    {0x2718, "x"},         /* ✘ */
    {0x27A4, ">"},         /* ➤ */
    {0x27E6, "[["},        /* ⟦ */
    {0x27E7, "]]"},        /* ⟧ */
    {0x27E8, "<"},         /* ⟨ */
    {0x27E9, ">"},         /* ⟩ */
    {0x27F5, "<-"},        /* ⟵ */
    {0x27F6, "->"},        /* ⟶ */
    {0x2A7D, "<="},        /* ⩽ */
    {0x2A7E, ">="},        /* ⩾ */
    {0x2C7C, "_j"},        /* ⱼ */
};

static const char *twin_by_table(uint32_t code_point)
{
    size_t low = 0, high = sizeof twins / sizeof twins[0];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (twins[middle].code_point == code_point) return twins[middle].text;
        if (twins[middle].code_point < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Braille has its dots as bits: 1, 2, 3, 7 down the left column, 4, 5, 6, 8 down the right one.
 * A picture in dots keeps its height in ASCII: above, below, across both halves, or dense. */
static char twin_of_braille(uint8_t dots)
{
    const uint8_t upper_half = 0x1B, lower_half = 0xE4;
    int count = 0;
    for (uint8_t rest = dots; rest; rest &= (uint8_t)(rest - 1)) count++;
    if (count == 0) return ' ';
    if (count > 5) return '#';
    if (!(dots & lower_half)) return '\'';
    if (!(dots & upper_half)) return '.';
    return ':';
}

/* Mathematical letters and digits come in alphabets of one order each. */
static char twin_of_math_letter(uint32_t code_point)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (code_point >= 0x1D7CE) return (char)('0' + (code_point - 0x1D7CE) % 10);
    if (code_point <= 0x1D6A3) return letters[(code_point - 0x1D400) % 52];
    return '?';
}

const char *glyph_twin(uint32_t code_point, char buffer[3])
{
    buffer[0] = '?';
    buffer[1] = buffer[2] = '\0';
    if (code_point >= 0x20 && code_point < 0x7F) {
        buffer[0] = (char)code_point;
        return buffer;
    }
    const char *text = twin_by_table(code_point);
    if (text) return text;

    for (size_t i = 0; i < sizeof twin_blocks / sizeof twin_blocks[0]; i++) {
        const TwinBlock *block = &twin_blocks[i];
        if (code_point >= block->first && code_point <= block->last)
            buffer[0] = block->twins[code_point - block->first];
    }
    if (code_point >= 0x2800 && code_point <= 0x28FF)
        buffer[0] = twin_of_braille((uint8_t)(code_point & 0xFF));
    if (code_point >= 0x1D400 && code_point <= 0x1D7FF) buffer[0] = twin_of_math_letter(code_point);
    if (code_point >= 0xFF01 && code_point <= 0xFF5E) buffer[0] = (char)(code_point - 0xFF01 + '!');
    if (code_point >= 0x2400 && code_point <= 0x2421) { /* control pictures: ␛ is ^[ */
        uint32_t control = code_point == 0x2421 ? 0x7F : code_point - 0x2400;
        buffer[0] = '^';
        buffer[1] = (char)(control ^ 0x40);
    }
    return buffer;
}
