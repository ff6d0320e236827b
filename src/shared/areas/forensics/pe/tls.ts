/** Functions that run before the entry point ('PE Format', .tls): a list of addresses that ends with zero. */
import { DIRECTORY, type PeImage } from './pe-image.ts';

const MOST_CALLBACKS = 256;

export function readTlsCallbacks(image: PeImage): string[] {
  const { view, is64, optional } = image;
  const { address } = image.directory(DIRECTORY.tls);
  const at = address === 0 ? null : image.offsetOf(address);
  if (at === null) return [];
  const base = is64 ? view.u64(optional + 24) : BigInt(view.u32(optional + 28));
  const pointer = (place: number) => (is64 ? view.u64(place) : BigInt(view.u32(place)));
  const list = pointer(at + (is64 ? 24 : 12));
  const relative = list - base;
  if (list === 0n || relative < 0n || relative > 0xffffffffn) return [];
  const callbacks: string[] = [];
  const step = is64 ? 8 : 4;
  for (let n = 0; n < MOST_CALLBACKS; n++) {
    const place = image.offsetOf(Number(relative) + n * step);
    const callback = place === null ? 0n : pointer(place);
    if (callback === 0n) break;
    callbacks.push(`0x${callback.toString(16)}`);
  }
  return callbacks;
}
