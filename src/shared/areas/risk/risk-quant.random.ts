/**
 * Numbers that are drawn the same everywhere: xoshiro128** 1.1 (Blackman and Vigna, "Scrambled Linear
 * Pseudorandom Number Generators", 2021), of 32-bit words only, seeded through SplitMix32 (the
 * finalizer of MurmurHash3). Not for secrets.
 */

export interface Random {
  /** Uniform in (0, 1), never either end; 53 bits. */
  next(): number;
}

/** One step of SplitMix32. */
function splitMix(state: number): number {
  let z = state | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}

const GOLDEN = 0x9e3779b9;

const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by));

/** `stream`: numbers of the same seed that have nothing to do with each other. */
export function createRandom(seed: number, stream = 0): Random {
  let state = splitMix((seed >>> 0) ^ splitMix((stream >>> 0) + GOLDEN));
  const word = () => {
    state = (state + GOLDEN) | 0;
    return splitMix(state) | 0;
  };
  let a = word();
  let b = word();
  let c = word();
  let d = word() | 1; // All zeros would stay so.
  const nextWord = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return result >>> 0;
  };
  return {
    next: () => {
      const high = nextWord() >>> 5;
      const low = nextWord() >>> 6;
      return (high * 0x4000000 + low + 0.5) / 0x20000000000000;
    },
  };
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): a stream's number from an id. */
export function streamOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const A = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2,
  -3.066479806614716e1, 2.506628277459239,
] as const;
const B = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1,
  -1.328068155288572e1,
] as const;
const C = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734,
  4.374664141464968, 2.938163982698783,
] as const;
const D = [
  7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416,
] as const;
const TAIL = 0.02425;

/**
 * The standard normal's quantile by P. J. Acklam's rational approximation, whose relative error is
 * below 1.15e-9. One uniform number makes one normal, so that draws before and after stay paired.
 */
export function normalQuantile(p: number): number {
  if (p < TAIL) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - TAIL) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  const over = ((((A[0] * r + A[1]) * r + A[2]) * r + A[3]) * r + A[4]) * r + A[5];
  const under = ((((B[0] * r + B[1]) * r + B[2]) * r + B[3]) * r + B[4]) * r + 1;
  return (over * q) / under;
}

function tail(q: number): number {
  const over = ((((C[0] * q + C[1]) * q + C[2]) * q + C[3]) * q + C[4]) * q + C[5];
  return over / ((((D[0] * q + D[1]) * q + D[2]) * q + D[3]) * q + 1);
}
