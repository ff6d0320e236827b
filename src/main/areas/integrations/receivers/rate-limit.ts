/** So many requests of one address in a second, as a bucket that fills again. Bounded in addresses. */
const MOST_ADDRESSES = 10_000;

export function createRateLimit(perSecond: number): (address: string, now: number) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (address, now) => {
    const bucket = buckets.get(address) ?? { left: perSecond, at: now };
    const left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    buckets.delete(address);
    if (buckets.size >= MOST_ADDRESSES) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(address, { left: Math.max(0, left - 1), at: now });
    return left >= 1;
  };
}
