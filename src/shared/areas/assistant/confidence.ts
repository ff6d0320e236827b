/**
 * The share that a count is not below at 95 % confidence, one-sided: the exact bound of Clopper and
 * Pearson (Biometrika 26, 1934), that is the 5 % quantile of a beta distribution with k and n − k + 1.
 */
const ALPHA = 0.05;
const STEPS = 60;

export function lowerBound(right: number, n: number): number | null {
  if (n === 0) return null;
  if (right === 0) return 0;
  if (right === n) return ALPHA ** (1 / n);
  let low = 0;
  let high = right / n;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, right, n - right + 1) < ALPHA) low = middle;
    else high = middle;
  }
  return low;
}

export function shareOf(right: number, n: number) {
  return { n, right, share: n === 0 ? null : right / n, low: lowerBound(right, n) };
}

/** Stirling's series (NIST DLMF 5.11.1) from 10 on, and by the recurrence below. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x);
  const terms = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + terms;
}

/** By its continued fraction (NIST DLMF 8.17.22), evaluated as Lentz does. */
function incompleteBeta(x: number, a: number, b: number): number {
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  if (x > (a + 1) / (a + b + 2)) return 1 - (front * fraction(1 - x, b, a)) / b;
  return (front * fraction(x, a, b)) / a;
}

function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const kept = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / kept(1 + even * d);
    c = kept(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / kept(1 + odd * d);
    c = kept(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < 1e-12) break;
  }
  return result;
}
