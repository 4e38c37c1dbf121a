"""Philox-4x32-10 (Salmon et al. 2011) in NumPy, written from the contract of the core:
the random numbers of a lesson, recomputed without a line of the program."""

import numpy as np

U64 = np.uint64
LOW = U64(0xFFFFFFFF)
MULTIPLIERS = (U64(0xD2511F53), U64(0xCD9E8D57))
WEYL = (0x9E3779B9, 0xBB67AE85)


def block(counter, key):
    """Ten rounds. counter: four arrays of 32-bit words (as uint64), key: two ints."""
    c = [np.asarray(word, dtype=U64) for word in counter]
    k = list(key)
    for _ in range(10):
        p0, p1 = c[0] * MULTIPLIERS[0], c[2] * MULTIPLIERS[1]
        c = [
            (p1 >> U64(32)) ^ c[1] ^ U64(k[0]),
            p1 & LOW,
            (p0 >> U64(32)) ^ c[3] ^ U64(k[1]),
            p0 & LOW,
        ]
        k = [(k[i] + WEYL[i]) & 0xFFFFFFFF for i in range(2)]
    return c


def blocks_of(seed, stream, first, n):
    """The words of the counters that elements [first, first + n) need, and the element of the first:
    element 64 B + 16 w + l is word w of counter 16 B + l."""
    start, stop = first // 64, (first + n + 63) // 64
    b = np.arange(16 * start, 16 * stop, dtype=U64)
    ones = np.ones_like(b)
    counter = (b & LOW, b >> U64(32), ones * U64(stream & 0xFFFFFFFF), ones * U64(stream >> 32))
    words = block(counter, (seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF))
    return [w.reshape(-1, 16) for w in words], 64 * start


def in_order(by_word, origin, first, n):
    """Four (blocks, 16) arrays, laid out as elements and cut to the range."""
    flat = np.stack(by_word, axis=1).reshape(-1)
    return flat[first - origin : first - origin + n]


def words(seed, stream, first, n):
    w, origin = blocks_of(seed, stream, first, n)
    return in_order(w, origin, first, n)


def uniform(seed, stream, first, n):
    return (words(seed, stream, first, n) >> U64(8)).astype(np.float64) * 2.0**-24


def integers(seed, stream, low, high, first, n):
    return low + ((words(seed, stream, first, n) * U64(high - low)) >> U64(32)).astype(np.int64)


def normal(seed, stream, first, n):
    """Box and Muller in double; the program does it in single, to 6e-7."""
    w, origin = blocks_of(seed, stream, first, n)
    out = []
    for x0, x1 in ((w[0], w[1]), (w[2], w[3])):
        u = ((x0 >> U64(8)).astype(np.float64) + 1.0) * 2.0**-24
        radius = np.sqrt(-2.0 * np.log(u))
        angle = 2.0 * np.pi * x1.astype(np.float64) * 2.0**-32
        out += [radius * np.cos(angle), radius * np.sin(angle)]
    return in_order(out, origin, first, n)


def dot_samples(seed, d_k, keys, n):
    """Samples of q . k by chunks, so that a million of them need no gigabytes."""
    out = np.empty((n, keys))
    chunk = max(1, (1 << 22) // ((1 + keys) * d_k))
    for i in range(0, n, chunk):
        m = min(chunk, n - i)
        x = normal(seed, 0, i * (1 + keys) * d_k, m * (1 + keys) * d_k).reshape(m, 1 + keys, d_k)
        out[i : i + m] = np.einsum("id,ijd->ij", x[:, 0], x[:, 1:])
    return out
