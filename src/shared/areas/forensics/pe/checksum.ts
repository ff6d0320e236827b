/** The checksum of the optional header, as ImageHlp computes it: 16-bit words with carry, and the size. */
import type { PeImage } from './pe-image.ts';

/** Above it the sum would cost seconds and says little. */
const MOST_BYTES = 134_217_728;

/** Null where the file is too large. */
export function checksumOf({ view, optional }: PeImage): number | null {
  if (view.size > MOST_BYTES) return null;
  const skip = optional + 64;
  let sum = 0;
  let at = 0;
  let low = -1;
  for (const piece of view.pieces(0, view.size)) {
    for (const byte of piece) {
      const value = at >= skip && at < skip + 4 ? 0 : byte;
      if (low < 0) low = value;
      else {
        sum += low | (value << 8);
        low = -1;
        // Folded late: it fits into a double for 2^37 words, into 32 bits for 65,536.
      }
      at += 1;
    }
    sum = (sum % 65_536) + Math.floor(sum / 65_536);
  }
  if (low >= 0) sum += low;
  while (sum > 0xffff) sum = (sum % 65_536) + Math.floor(sum / 65_536);
  return sum + view.size;
}
