"""The language of the lessons in NumPy, written by hand: one definition a builtin, each from
its meaning, in double. Nothing here comes from the program that is judged."""

import builtins
import sys

import numpy as np

import philox


def _line(axis):
    """The axis as NumPy wants it: None, or an int."""
    return None if axis is None else int(axis)


def array(x):
    """A list literal: numbers are doubles, labels and truths keep their type."""
    a = np.array(x)
    return a if a.dtype.kind in "bU" else a.astype(np.float64)


exp, log, sqrt, tanh, abs = np.exp, np.log, np.sqrt, np.tanh, np.abs
sin, cos = np.sin, np.cos
minimum, maximum, where = np.minimum, np.maximum, np.where
inf, nan, pi = np.inf, np.nan, np.pi


def round(x, digits=0):
    return np.round(x, int(digits))


def sum(x, axis=None, keepdims=False):
    return np.sum(x, axis=_line(axis), keepdims=bool(keepdims))


def prod(x, axis=None, keepdims=False):
    return np.prod(x, axis=_line(axis), keepdims=bool(keepdims))


def mean(x, axis=None, keepdims=False):
    return np.mean(x, axis=_line(axis), keepdims=bool(keepdims))


def var(x, axis=None, ddof=0, keepdims=False):
    return np.var(x, axis=_line(axis), ddof=ddof, keepdims=bool(keepdims))


def std(x, axis=None, ddof=0, keepdims=False):
    return np.std(x, axis=_line(axis), ddof=ddof, keepdims=bool(keepdims))


def min(x, axis=None, keepdims=False):
    return np.min(x, axis=_line(axis), keepdims=bool(keepdims))


def max(x, axis=None, keepdims=False):
    return np.max(x, axis=_line(axis), keepdims=bool(keepdims))


def argmax(x, axis=None, keepdims=False):
    return np.argmax(x, axis=_line(axis), keepdims=bool(keepdims))


def argmin(x, axis=None, keepdims=False):
    return np.argmin(x, axis=_line(axis), keepdims=bool(keepdims))


def all(x, axis=None, keepdims=False):
    return np.all(x, axis=_line(axis), keepdims=bool(keepdims))


def any(x, axis=None, keepdims=False):
    return np.any(x, axis=_line(axis), keepdims=bool(keepdims))


def norm(x, axis=None, keepdims=False):
    return np.sqrt(np.sum(np.square(x), axis=_line(axis), keepdims=bool(keepdims)))


def dot(a, b):
    return np.dot(a, b)


def outer(a, b):
    return np.outer(a, b)


def cos_sim(a, b):
    """Of two vectors, or of each row of one with each row of the other."""
    one = lambda u, v: np.dot(u, v) / (norm(u) * norm(v))
    table = np.array([[one(u, v) for v in np.atleast_2d(b)] for u in np.atleast_2d(a)])
    return table.reshape(np.shape(a)[:-1] + np.shape(b)[:-1])


def softmax(x, axis=-1, mask=None):
    x = np.asarray(x, dtype=np.float64)
    part = np.ones(x.shape, bool) if mask is None else np.broadcast_to(np.asarray(mask, bool), x.shape)
    x = np.where(part, x, -np.inf)
    top = np.max(x, axis=int(axis), keepdims=True, initial=-np.inf)
    e = np.where(x > -np.inf, np.exp(x - np.where(np.isfinite(top), top, 0.0)), 0.0)
    total = e.sum(axis=int(axis), keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total != 0)


def causal_mask(n, m=None, offset=0):
    n, m = int(n), int(n if m is None else m)
    return np.arange(m)[None, :] <= np.arange(n)[:, None] + int(offset)


def attention(Q, K, V, mask=None, causal=False, scale=None):
    Q, K, V = (np.asarray(x, dtype=np.float64) for x in (Q, K, V))
    if scale is None:
        scale = 1.0 / np.sqrt(Q.shape[-1]) if Q.shape[-1] > 0 else 1.0
    part = np.ones((1 if Q.ndim == 1 else len(Q), len(K)), bool)
    if mask is not None:
        part = part & np.asarray(mask, bool)
    if causal:
        part = part & causal_mask(*part.shape)
    weights = softmax((Q @ K.T) * scale, mask=part.reshape(np.shape(Q @ K.T)))
    return weights @ V


def additive_scores(Q, K, W, U, v):
    """Bahdanau et al. 2014: for each query and key, v . tanh(W q + U k)."""
    one = lambda q, k: v @ np.tanh(W @ q + U @ k)
    queries = np.atleast_2d(Q)
    scores = np.array([one(q, k) for q in queries for k in K]).reshape(len(queries), len(K))
    return scores[0] if np.ndim(Q) == 1 else scores


def additive_attention(Q, K, V, W, U, v):
    return softmax(additive_scores(Q, K, W, U, v)) @ V


def softmax_jacobian(p):
    return np.diag(p) - np.outer(p, p)


def layer_norm(x, gain=None, bias=None, eps=1e-5):
    x = np.asarray(x, dtype=np.float64)
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y * (1.0 if gain is None else gain) + (0.0 if bias is None else bias)


def singular_values(A):
    """By the eigenvalues of the smaller Gram matrix: precise enough for what is shown, and no SVD."""
    gram = A @ A.T if A.shape[0] <= A.shape[1] else A.T @ A
    return np.sqrt(np.maximum(np.linalg.eigvalsh(gram)[::-1], 0.0))


def singular_vectors(A):
    """One a row, the largest component positive."""
    _, _, v = np.linalg.svd(A)
    v = v[: np.min(A.shape)]
    return np.array([row if row[np.argmax(np.abs(row))] > 0 else -row for row in v])


def rows(x):
    if np.ndim(x) != 2:
        raise ValueError("only a matrix has rows")
    return np.shape(x)[0]


def sort(x):
    return np.sort(x)


def median(x):
    if len(x) == 0:
        raise ValueError("no median of nothing")
    return np.median(x)


def trace(x):
    return np.sum([x[i, i] for i in range(np.min(np.shape(x)))])


def cols(x):
    return np.shape(x)[-1]


len = builtins.len


def reshape(x, rows, cols=None):
    return np.reshape(x, _shape((rows, cols)))


def concat(arrays, axis=0):
    return np.concatenate(arrays, axis=int(axis))


def linspace(low, high, n):
    return np.linspace(low, high, int(n))


def arange(n):
    return np.arange(int(n))


def _shape(dims):
    return tuple(int(n) for n in dims if n is not None)


def zeros(rows, cols=None):
    return np.zeros(_shape((rows, cols)))


def ones(rows, cols=None):
    return np.ones(_shape((rows, cols)))


def eye(n, m=None):
    return np.eye(int(n), None if m is None else int(m))


def isclose(a, b, rtol=1e-5, atol=1e-6):
    return np.isclose(a, b, rtol=rtol, atol=atol)


def allclose(a, b, rtol=1e-5, atol=1e-6):
    return bool(np.all(np.isclose(a, b, rtol=rtol, atol=atol)))


def histogram(x, bins, low, high):
    return np.histogram(np.ravel(x), bins=int(bins), range=(low, high))[0]


def randn(rows=None, cols=None, *, seed):
    shape = _shape((rows, cols))
    return philox.normal(int(seed), 0, 0, int(np.prod(shape))).reshape(shape)


def randn_row(i, cols, *, seed):
    return philox.normal(int(seed), 0, int(i) * int(cols), int(cols))


def rand(rows=None, cols=None, *, seed):
    shape = _shape((rows, cols))
    return philox.uniform(int(seed), 0, 0, int(np.prod(shape))).reshape(shape)


def randint(low, high, n=None, *, seed):
    shape = _shape((n,))
    return philox.integers(int(seed), 0, int(low), int(high), 0, int(np.prod(shape))).reshape(shape)


def dot_samples(n, dk, *, seed, keys=1):
    out = philox.dot_samples(int(seed), int(dk), int(keys), int(n))
    return out[:, 0] if int(keys) == 1 else out


def slider(value, low, high, step=None, factor=None):
    if not low <= value <= high:
        raise ValueError("outside the slider")
    return value


def toggle(value):
    return bool(value)


def choice(options, index=0):
    return options[int(index)]


def names():
    """What a lesson's source may call."""
    module = sys.modules[__name__]
    hidden = {"builtins", "sys", "np", "philox", "names"}
    return {k: v for k, v in vars(module).items() if not k.startswith("_") and k not in hidden}
