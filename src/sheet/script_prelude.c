/* Python for the prelude. Bodies see their parameters and np; the names sum, max,
 * abs and their like are the sheet's own, so bodies write np.sum.
 *
 * Random numbers are Philox-4x32-10 with the same counters and the same layout as
 * the core's (see heed/core.h), worked out in double.
 */
#include "sheet/script.h"

#include <string.h>

const char script_shown[] =
    "def _shown(value, text, scale):\n"
    "    number = text.replace(\",\", \"\")\n"
    "    if number in (\"True\", \"False\"):\n"
    "        assert bool(value) == (number == \"True\"), (value, text)\n"
    "        return\n"
    "    unit = 100 if number.endswith(\"%\") else 1\n"
    "    number = number.rstrip(\"%\")\n"
    "    said, value = float(number), float(value) * unit\n"
    "    if np.isinf(said) and abs(value) > 3.4e38 or np.isnan(said) and np.isnan(value):\n"
    "        return\n"
    "    digits, _, power = number.lower().partition(\"e\")\n"
    "    half = 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(\".\")[2]))\n"
    "    assert abs(value - said) <= half + 1e-5 * scale * unit + 1e-12, (value, text)\n\n\n";

const char script_array[] = "def array(x):\n"
                            "    x = np.array(x)\n"
                            "    return x if x.dtype.kind in \"bU\" else x.astype(np.float64)\n"
                            "\n\n";

static const char shape_helper[] = "def _shape(rows, cols=None):\n"
                                   "    return tuple(int(n) for n in (rows, cols) if n is not None)\n"
                                   "\n\n";

/* Element 64 B + 16 w + l is word w of counter 16 B + l. */
static const char philox_helper[] =
    "def _philox(seed, first, n):\n"
    "    # Philox-4x32-10 (Salmon et al. 2011), in the order of the elements first to first + n - 1\n"
    "    seed, first, n = int(seed), int(first), int(n)\n"
    "    low, u64 = np.uint64(0xFFFFFFFF), np.uint64\n"
    "    b = np.arange(16 * (first // 64), 16 * ((first + n + 63) // 64), dtype=u64)\n"
    "    c = [b & low, b >> u64(32), np.zeros_like(b), np.zeros_like(b)]\n"
    "    k = [seed & 0xFFFFFFFF, seed >> 32]\n"
    "    for _ in range(10):\n"
    "        p, q = c[0] * u64(0xD2511F53), c[2] * u64(0xCD9E8D57)\n"
    "        c = [(q >> u64(32)) ^ c[1] ^ u64(k[0]), q & low, (p >> u64(32)) ^ c[3] ^ u64(k[1]), p & low]\n"
    "        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]\n"
    "    return [w.reshape(-1, 16) for w in c], slice(first % 64, first % 64 + n)\n"
    "\n\n";

static const char words_helper[] = "def _words(seed, n):\n"
                                   "    words, cut = _philox(seed, 0, n)\n"
                                   "    return np.stack(words, axis=1).reshape(-1)[cut]\n"
                                   "\n\n";

static const char normals_helper[] =
    "def _normals(seed, first, n):\n"
    "    words, cut = _philox(seed, first, n)\n"
    "    out = []\n"
    "    for x0, x1 in (words[:2], words[2:]):\n"
    "        r = np.sqrt(-2 * np.log(((x0 >> np.uint64(8)) + np.uint64(1)) * 2.0**-24))\n"
    "        angle = 2 * np.pi * x1 * 2.0**-32\n"
    "        out += [r * np.cos(angle), r * np.sin(angle)]\n"
    "    return np.stack(out, axis=1).reshape(-1)[cut]\n"
    "\n\n";

const ScriptHelper script_helpers[] = {
    {"_normals", normals_helper},
    {"_words", words_helper},
    {"_shape", shape_helper},
    {"_philox", philox_helper},
    {NULL, NULL},
};

static const struct {
    const char *name, *body;
} bodies[] = {
    {"len", SCRIPT_PYTHONS_OWN},
    {"rows", "np.shape(x)[0]"},
    {"cols", "np.shape(x)[-1]"},
    {"choice", "options[int(index)]"},
    {"zeros", "np.zeros(_shape(rows, cols))"},
    {"ones", "np.ones(_shape(rows, cols))"},
    {"eye", "np.eye(int(n), None if m is None else int(m))"},
    {"arange", "np.arange(int(n))"},
    {"causal_mask", "np.tri(int(n), None if m is None else int(m), int(offset), dtype=bool)"},
    {"linspace", "np.linspace(low, high, int(n))"},
    {"reshape", "np.reshape(x, _shape(rows, cols))"},
    {"concat", "np.concatenate(arrays, int(axis))"},
    {"round", "np.round(x, int(digits))"},
    {"histogram", "np.histogram(np.float32(x), int(bins), (low, high))[0]"},
    {"randn", "_normals(seed, 0, np.prod(_shape(rows, cols))).reshape(_shape(rows, cols))"},
    {"rand",
     "((_words(seed, np.prod(_shape(rows, cols))) >> np.uint64(8)) * 2.0**-24).reshape(_shape(rows, cols))"},
    {"randn_row", "_normals(seed, int(i) * int(cols), int(cols))"},
    {"randint", "x = _words(seed, 1 if n is None else n) * np.uint64(high - low) >> np.uint64(32)\n"
                "x = int(low) + x.astype(np.int64)\n"
                "return x[0] if n is None else x\n"},
    {"dot_samples", "n, dk, keys = int(n), int(dk), int(keys)\n"
                    "out, size = np.empty((n, keys)), dk * (1 + keys)\n"
                    "step = 1 + 4000000 // (size + 1)  # so many samples at a time fit into memory\n"
                    "for i in range(0, n, step):\n"
                    "    m = n - i if n - i < step else step\n"
                    "    x = _normals(seed, i * size, m * size).reshape(m, 1 + keys, dk)\n"
                    "    out[i:i + m] = np.einsum(\"id,ijd->ij\", x[:, 0], x[:, 1:])\n"
                    "return out[:, 0] if keys == 1 else out\n"},
    {"norm", "np.sqrt(np.sum(np.square(x), axis, keepdims=keepdims))"},
    {"cos_sim", "lengths = np.multiply.outer(np.linalg.norm(a, axis=-1), np.linalg.norm(b, axis=-1))\n"
                "return a @ b.T / lengths\n"},
    {"softmax", "x = np.where(True if mask is None else mask, x, -np.inf)\n"
                "top = np.max(x, axis, keepdims=True)\n"
                "e = np.where(x == -np.inf, 0, np.exp(x - np.where(np.isfinite(top), top, 0)))\n"
                "total = np.sum(e, axis, keepdims=True)\n"
                "return e / np.where(total == 0, 1, total)\n"},
    {"attention",
     "if scale is None:\n"
     "    scale = 1 / np.sqrt(K.shape[-1] or 1)\n"
     "scores = Q @ K.T * scale\n"
     "part = np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)\n"
     "if causal:\n"
     "    part = part & np.tri(*np.atleast_2d(scores).shape, dtype=bool).reshape(scores.shape)\n"
     "return softmax(scores, mask=part) @ V\n"},
    {"layer_norm", "y = x - np.mean(x, -1, keepdims=True)\n"
                   "y = y / np.sqrt(np.var(x, -1, keepdims=True) + eps)\n"
                   "return y * (1 if gain is None else gain) + (0 if bias is None else bias)\n"},
    {"softmax_jacobian", "np.diag(p) - np.outer(p, p)"},
    {"singular_vectors", "v = np.linalg.svd(A)[2][:np.min(A.shape)]\n"
                         "largest = np.argmax(np.abs(v), axis=1)\n"
                         "return v * np.sign(v[np.arange(len(v)), largest])[:, None]\n"},
    {"additive_scores", "both = (np.atleast_2d(Q) @ W.T)[:, None, :] + (K @ U.T)[None, :, :]\n"
                        "scores = np.tanh(both) @ v\n"
                        "return scores[0] if Q.ndim == 1 else scores\n"},
};

const char *script_body(const char *name)
{
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        if (strcmp(bodies[i].name, name) == 0) return bodies[i].body;
    }
    return NULL;
}
