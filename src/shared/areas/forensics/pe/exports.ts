/** Exports of a portable executable ('PE Format', .edata). */
import type { PeExport, PeExports } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';

/** Numbers are 16 bits wide. */
const MOST_FUNCTIONS = 65_536;
const MOST_NAME = 512;

export function readExports(image: PeImage): PeExports | null {
  const { view } = image;
  const { address, size } = image.directory(DIRECTORY.exports);
  if (address === 0) return null;
  const at = image.offsetOf(address);
  if (at === null || at + 40 > view.size) {
    image.problem('the export directory is cut off', at);
    return null;
  }
  const base = view.u32(at + 16);
  const functions = held(image, view.u32(at + 20), view.u32(at + 28), 4);
  const named = held(image, view.u32(at + 24), view.u32(at + 32), 4);
  const names = readNames(image, at, named);
  const found: PeExport[] = [];
  const table = view.u32(at + 28);
  for (let index = 0; index < functions; index++) {
    const place = image.offsetOf(table + index * 4);
    if (place === null || place + 4 > view.size) break;
    const target = view.u32(place);
    if (target === 0) continue;
    const isForwarded = target >= address && target < address + size;
    found.push({
      ordinal: base + index,
      name: names.get(index) ?? null,
      forwarder: isForwarded ? image.textAt(target, MOST_NAME) : null,
      address: target,
    });
  }
  return {
    name: image.textAt(view.u32(at + 12), MOST_NAME),
    time: view.u32(at + 4),
    count: found.length,
    functions: found,
  };
}

function readNames(image: PeImage, at: number, count: number): Map<number, string> {
  const { view } = image;
  const names = new Map<number, string>();
  const [texts, numbers] = [view.u32(at + 32), view.u32(at + 36)];
  for (let n = 0; n < count; n++) {
    const nameAt = image.offsetOf(texts + n * 4);
    const numberAt = image.offsetOf(numbers + n * 2);
    if (nameAt === null || numberAt === null) break;
    const index = view.u16(numberAt);
    if (!names.has(index)) names.set(index, image.textAt(view.u32(nameAt), MOST_NAME));
  }
  return names;
}

/** A count, no greater than what the file has room for. */
function held(image: PeImage, said: number, table: number, each: number): number {
  const at = image.offsetOf(table);
  const room = at === null ? 0 : Math.floor((image.view.size - at) / each);
  const count = Math.min(said, room, MOST_FUNCTIONS);
  if (count < said) image.problem('the export directory names more than there is', at);
  return count;
}
