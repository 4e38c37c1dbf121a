/* The tables of the formula parser: commands, environments, blackboard letters. */
#include "lesson/math_commands.h"

#include <string.h>

static const MathCommand commands[] = {
    {"alpha", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "α"},
    {"beta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "β"},
    {"gamma", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "γ"},
    {"delta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "δ"},
    {"epsilon", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ε"},
    {"varepsilon", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ε"},
    {"zeta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ζ"},
    {"eta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "η"},
    {"theta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "θ"},
    {"iota", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ι"},
    {"kappa", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "κ"},
    {"lambda", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "λ"},
    {"mu", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "μ"},
    {"nu", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ν"},
    {"xi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ξ"},
    {"pi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "π"},
    {"rho", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ρ"},
    {"sigma", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "σ"},
    {"tau", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "τ"},
    {"upsilon", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "υ"},
    {"phi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "φ"},
    {"varphi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "φ"},
    {"chi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "χ"},
    {"psi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ψ"},
    {"omega", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ω"},
    {"Gamma", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Γ"},
    {"Delta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Δ"},
    {"Theta", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Θ"},
    {"Lambda", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Λ"},
    {"Xi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Ξ"},
    {"Pi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Π"},
    {"Sigma", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Σ"},
    {"Upsilon", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Υ"},
    {"Phi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Φ"},
    {"Psi", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Ψ"},
    {"Omega", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "Ω"},
    {"ell", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "ℓ"},
    {"forall", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "∀"},
    {"exists", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "∃"},
    {"infty", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "∞"},
    {"partial", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "∂"},
    {"nabla", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "∇"},
    {"top", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "T"},
    {"ldots", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "…"},
    {"dots", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "…"},
    {"cdots", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "⋯"},
    {"vdots", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "⋮"},
    {"ddots", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "⋱"},
    {"prime", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "′"},
    {"Vert", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "‖"},
    {"|", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "‖"},
    {"%", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "%"},
    {"_", MATH_COMMAND_SYMBOL, MATH_ORDINARY, "_"},
    {"cdot", MATH_COMMAND_SYMBOL, MATH_BINARY, "·"},
    {"times", MATH_COMMAND_SYMBOL, MATH_BINARY, "×"},
    {"div", MATH_COMMAND_SYMBOL, MATH_BINARY, "÷"},
    {"pm", MATH_COMMAND_SYMBOL, MATH_BINARY, "±"},
    {"mp", MATH_COMMAND_SYMBOL, MATH_BINARY, "∓"},
    {"ast", MATH_COMMAND_SYMBOL, MATH_BINARY, "∗"},
    {"star", MATH_COMMAND_SYMBOL, MATH_BINARY, "⋆"},
    {"circ", MATH_COMMAND_SYMBOL, MATH_BINARY, "∘"},
    {"odot", MATH_COMMAND_SYMBOL, MATH_BINARY, "⊙"},
    {"oplus", MATH_COMMAND_SYMBOL, MATH_BINARY, "⊕"},
    {"otimes", MATH_COMMAND_SYMBOL, MATH_BINARY, "⊗"},
    {"cup", MATH_COMMAND_SYMBOL, MATH_BINARY, "∪"},
    {"cap", MATH_COMMAND_SYMBOL, MATH_BINARY, "∩"},
    {"le", MATH_COMMAND_SYMBOL, MATH_RELATION, "≤"},
    {"leq", MATH_COMMAND_SYMBOL, MATH_RELATION, "≤"},
    {"ge", MATH_COMMAND_SYMBOL, MATH_RELATION, "≥"},
    {"geq", MATH_COMMAND_SYMBOL, MATH_RELATION, "≥"},
    {"ne", MATH_COMMAND_SYMBOL, MATH_RELATION, "≠"},
    {"neq", MATH_COMMAND_SYMBOL, MATH_RELATION, "≠"},
    {"approx", MATH_COMMAND_SYMBOL, MATH_RELATION, "≈"},
    {"sim", MATH_COMMAND_SYMBOL, MATH_RELATION, "∼"},
    {"propto", MATH_COMMAND_SYMBOL, MATH_RELATION, "∝"},
    {"in", MATH_COMMAND_SYMBOL, MATH_RELATION, "∈"},
    {"notin", MATH_COMMAND_SYMBOL, MATH_RELATION, "∉"},
    {"subset", MATH_COMMAND_SYMBOL, MATH_RELATION, "⊂"},
    {"equiv", MATH_COMMAND_SYMBOL, MATH_RELATION, "≡"},
    {"ll", MATH_COMMAND_SYMBOL, MATH_RELATION, "≪"},
    {"gg", MATH_COMMAND_SYMBOL, MATH_RELATION, "≫"},
    {"to", MATH_COMMAND_SYMBOL, MATH_RELATION, "→"},
    {"gets", MATH_COMMAND_SYMBOL, MATH_RELATION, "←"},
    {"mapsto", MATH_COMMAND_SYMBOL, MATH_RELATION, "↦"},
    {"Rightarrow", MATH_COMMAND_SYMBOL, MATH_RELATION, "⇒"},
    {"iff", MATH_COMMAND_SYMBOL, MATH_RELATION, "⇔"},
    {"perp", MATH_COMMAND_SYMBOL, MATH_RELATION, "⊥"},
    {"mid", MATH_COMMAND_SYMBOL, MATH_RELATION, "|"},
    {"langle", MATH_COMMAND_SYMBOL, MATH_OPEN, "⟨"},
    {"lfloor", MATH_COMMAND_SYMBOL, MATH_OPEN, "⌊"},
    {"lceil", MATH_COMMAND_SYMBOL, MATH_OPEN, "⌈"},
    {"lVert", MATH_COMMAND_SYMBOL, MATH_OPEN, "‖"},
    {"lvert", MATH_COMMAND_SYMBOL, MATH_OPEN, "|"},
    {"{", MATH_COMMAND_SYMBOL, MATH_OPEN, "{"},
    {"rangle", MATH_COMMAND_SYMBOL, MATH_CLOSE, "⟩"},
    {"rfloor", MATH_COMMAND_SYMBOL, MATH_CLOSE, "⌋"},
    {"rceil", MATH_COMMAND_SYMBOL, MATH_CLOSE, "⌉"},
    {"rVert", MATH_COMMAND_SYMBOL, MATH_CLOSE, "‖"},
    {"rvert", MATH_COMMAND_SYMBOL, MATH_CLOSE, "|"},
    {"}", MATH_COMMAND_SYMBOL, MATH_CLOSE, "}"},
    {"exp", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "exp"},
    {"log", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "log"},
    {"ln", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "ln"},
    {"tanh", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "tanh"},
    {"sin", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "sin"},
    {"cos", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "cos"},
    {"arg", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "arg"},
    {"det", MATH_COMMAND_SYMBOL, MATH_FUNCTION, "det"},
    {",", MATH_COMMAND_SYMBOL, MATH_SPACE, " "},
    {";", MATH_COMMAND_SYMBOL, MATH_SPACE, " "},
    {":", MATH_COMMAND_SYMBOL, MATH_SPACE, " "},
    {" ", MATH_COMMAND_SYMBOL, MATH_SPACE, " "},
    {"!", MATH_COMMAND_SYMBOL, MATH_SPACE, ""},
    {"quad", MATH_COMMAND_SYMBOL, MATH_SPACE, "   "},
    {"qquad", MATH_COMMAND_SYMBOL, MATH_SPACE, "      "},
    {"max", MATH_COMMAND_BIG, MATH_FUNCTION, "max"},
    {"min", MATH_COMMAND_BIG, MATH_FUNCTION, "min"},
    {"lim", MATH_COMMAND_BIG, MATH_FUNCTION, "lim"},
    {"sum", MATH_COMMAND_BIG, MATH_ORDINARY, "Σ"},
    {"prod", MATH_COMMAND_BIG, MATH_ORDINARY, "Π"},
    {"frac", MATH_COMMAND_FRACTION, MATH_ORDINARY, NULL},
    {"tfrac", MATH_COMMAND_FRACTION, MATH_ORDINARY, NULL},
    {"dfrac", MATH_COMMAND_FRACTION, MATH_ORDINARY, NULL},
    {"sqrt", MATH_COMMAND_ROOT, MATH_ORDINARY, NULL},
    {"text", MATH_COMMAND_NAME, MATH_ORDINARY, NULL},
    {"mathrm", MATH_COMMAND_NAME, MATH_FUNCTION, NULL},
    {"operatorname", MATH_COMMAND_NAME, MATH_FUNCTION, NULL},
    {"mathcal", MATH_COMMAND_PLAIN, MATH_ORDINARY, NULL},
    {"mathbf", MATH_COMMAND_PLAIN, MATH_ORDINARY, NULL},
    {"mathit", MATH_COMMAND_PLAIN, MATH_ORDINARY, NULL},
    {"boldsymbol", MATH_COMMAND_PLAIN, MATH_ORDINARY, NULL},
    {"mathbb", MATH_COMMAND_BOARD, MATH_ORDINARY, NULL},
    {"hat", MATH_COMMAND_ACCENT, MATH_ORDINARY, "hat"},
    {"bar", MATH_COMMAND_ACCENT, MATH_ORDINARY, "bar"},
    {"overline", MATH_COMMAND_ACCENT, MATH_ORDINARY, "bar"},
    {"vec", MATH_COMMAND_ACCENT, MATH_ORDINARY, "vec"},
    {"tilde", MATH_COMMAND_ACCENT, MATH_ORDINARY, "tilde"},
    {"underbrace", MATH_COMMAND_UNDER, MATH_ORDINARY, NULL},
    {"overbrace", MATH_COMMAND_OVER, MATH_ORDINARY, NULL},
    {"left", MATH_COMMAND_LEFT, MATH_ORDINARY, NULL},
    {"begin", MATH_COMMAND_BEGIN, MATH_ORDINARY, NULL},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

static const MathEnvironment environments[] = {{"matrix", "", ""},
                                               {"bmatrix", "[", "]"},
                                               {"pmatrix", "(", ")"},
                                               {"vmatrix", "|", "|"},
                                               {"cases", "{", ""}};

static const char *const boards[][2] = {{"R", "ℝ"}, {"N", "ℕ"}, {"Z", "ℤ"}, {"E", "𝔼"}, {"P", "ℙ"}};

const MathCommand *math_command(const char *name)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

const char *math_command_name(const char *text)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (commands[i].text != NULL && strcmp(commands[i].text, text) == 0) return commands[i].name;
    return NULL;
}

const char *math_command_near(const char *name)
{
    const char *names[N_COMMANDS];
    for (size_t i = 0; i < N_COMMANDS; i++) names[i] = commands[i].name;
    return nearest_word(name, names, N_COMMANDS);
}

const MathEnvironment *math_environment(const char *name)
{
    for (size_t i = 0; i < sizeof environments / sizeof environments[0]; i++)
        if (strcmp(environments[i].name, name) == 0) return &environments[i];
    return NULL;
}

const char *math_board(const char *text)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        if (strcmp(boards[i][0], text) == 0) return boards[i][1];
    return text;
}
