"""The language of the lessons in NumPy, written by hand: one definition a builtin, each from
its meaning, in double. Nothing here comes from the program that is judged."""

import builtins
import sys

import numpy as np

import philox


def _line(x, axis):
    """The axis as NumPy wants it: None, or an int."""
    return None if axis is None else int(axis)


def array(x):
    """A list literal: numbers are doubles, labels and truths keep their type."""
    a = np.array(x)
    return a if a.dtype.kind in "bU" else a.astype(np.float64)


exp, log, sqrt, tanh, abs = np.exp, np.log, np.sqrt, np.tanh, np.abs
sin, cos, floor, ceil, sign = np.sin, np.cos, np.floor, np.ceil, np.sign
minimum, maximum, where, diag = np.minimum, np.maximum, np.where, np.diag
inf, nan, pi = np.inf, np.nan, np.pi


def round(x, digits=0):
    return np.round(x, int(digits))


def sum(x, axis=None, keepdims=False):
    return np.sum(x, axis=_line(x, axis), keepdims=bool(keepdims))


def prod(x, axis=None, keepdims=False):
    return np.prod(x, axis=_line(x, axis), keepdims=bool(keepdims))


def mean(x, axis=None, keepdims=False):
    return np.mean(x, axis=_line(x, axis), keepdims=bool(keepdims))


def var(x, axis=None, ddof=0, keepdims=False):
    return np.var(x, axis=_line(x, axis), ddof=ddof, keepdims=bool(keepdims))


def std(x, axis=None, ddof=0, keepdims=False):
    return np.std(x, axis=_line(x, axis), ddof=ddof, keepdims=bool(keepdims))


def min(x, axis=None, keepdims=False):
    return np.min(x, axis=_line(x, axis), keepdims=bool(keepdims))


def max(x, axis=None, keepdims=False):
    return np.max(x, axis=_line(x, axis), keepdims=bool(keepdims))


def argmax(x, axis=None, keepdims=False):
    return np.argmax(x, axis=_line(x, axis), keepdims=bool(keepdims))


def argmin(x, axis=None, keepdims=False):
    return np.argmin(x, axis=_line(x, axis), keepdims=bool(keepdims))


def all(x, axis=None, keepdims=False):
    return np.all(x, axis=_line(x, axis), keepdims=bool(keepdims))


def any(x, axis=None, keepdims=False):
    return np.any(x, axis=_line(x, axis), keepdims=bool(keepdims))


def norm(x, axis=None, keepdims=False):
    return np.sqrt(np.sum(np.square(x), axis=_line(x, axis), keepdims=bool(keepdims)))


def dot(a, b):
    return np.dot(a, b)


def outer(a, b):
    return np.outer(a, b)


def trace(x):
    return np.trace(x)


def sort(x):
    return np.sort(x)


def median(x):
    if len(x) == 0:
        raise ValueError("no median of nothing")
    return np.median(x)


def cos_sim(a, b):
    """Of two vectors; a matrix stands for its rows."""
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    lengths = np.multiply.outer(np.linalg.norm(a, axis=-1), np.linalg.norm(b, axis=-1))
    return np.inner(a, b) / lengths


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
        scale = 1.0 / np.sqrt(Q.shape[-1]) if Q.shape[-1] else 1.0
    part = np.ones((1 if Q.ndim == 1 else len(Q), len(K)), bool)
    if mask is not None:
        part = part & np.asarray(mask, bool)
    if causal:
        part = part & causal_mask(*part.shape)
    weights = softmax((Q @ K.T) * scale, mask=part.reshape(np.shape(Q @ K.T)))
    return weights @ V


def additive_scores(Q, K, W, U, v):
    Q, K, W, U, v = (np.asarray(x, dtype=np.float64) for x in (Q, K, W, U, v))
    scores = np.tanh((np.atleast_2d(Q) @ W.T)[:, None, :] + (K @ U.T)[None, :, :]) @ v
    return scores[0] if Q.ndim == 1 else scores


def additive_attention(Q, K, V, W, U, v, mask=None, scale=None):
    Q, K, V, W, U, v = (np.asarray(x, dtype=np.float64) for x in (Q, K, V, W, U, v))
    rows = np.atleast_2d(Q)
    scores = np.tanh((rows @ W.T)[:, None, :] + (K @ U.T)[None, :, :]) @ v
    out = softmax(scores if scale is None else scores * scale, mask=mask) @ V
    return out[0] if Q.ndim == 1 else out


def softmax_jacobian(p):
    return np.diag(p) - np.outer(p, p)


def layer_norm(x, gain=None, bias=None, eps=1e-5):
    x = np.asarray(x, dtype=np.float64)
    y = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    return y * (1.0 if gain is None else gain) + (0.0 if bias is None else bias)


def singular_vectors(x):
    return np.linalg.svd(np.atleast_2d(x), full_matrices=False)[2]


def singular_values(x):
    return np.linalg.svd(np.atleast_2d(x), compute_uv=False)


def rows(x):
    return np.shape(x)[0] if np.ndim(x) == 2 else 1


def cols(x):
    return np.shape(x)[-1]


len = builtins.len


def reshape(x, *shape):
    return np.reshape(x, tuple(int(n) for n in shape))


def concat(arrays, axis=0):
    return np.concatenate(list(arrays), axis=int(axis))


def linspace(low, high, n):
    return np.linspace(low, high, int(n))


def arange(*ends):
    return np.arange(*ends)


def _shape(dims):
    return tuple(int(n) for n in dims)


def zeros(*dims):
    return np.zeros(_shape(dims))


def ones(*dims):
    return np.ones(_shape(dims))


def eye(n, m=None):
    return np.eye(int(n), int(n if m is None else m))


def isclose(a, b, rtol=1e-5, atol=1e-6):
    return np.isclose(a, b, rtol=rtol, atol=atol)


def allclose(a, b, rtol=1e-5, atol=1e-6):
    return bool(np.all(np.isclose(a, b, rtol=rtol, atol=atol)))


def histogram(x, bins, low, high):
    return np.histogram(np.ravel(x), bins=int(bins), range=(low, high))[0]


def randn(*dims, seed):
    shape = _shape(dims)
    return philox.normal(int(seed), 0, 0, int(np.prod(shape))).reshape(shape)


def randn_row(i, cols, seed):
    return philox.normal(int(seed), 0, int(i) * int(cols), int(cols))


def rand(*dims, seed):
    shape = _shape(dims)
    return philox.uniform(int(seed), 0, 0, int(np.prod(shape))).reshape(shape)


def randint(low, high, *dims, seed):
    shape = _shape(dims)
    return philox.integers(int(seed), 0, int(low), int(high), 0, int(np.prod(shape))).reshape(shape)


def dot_samples(n, dk, seed=0, keys=1):
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
