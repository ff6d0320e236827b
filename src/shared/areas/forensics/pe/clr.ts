/** The .NET header and the root of its metadata: ECMA-335, partition II, sections 24.2.1 and 25.3.3. */
import type { PeClr } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';

const MOST_STREAMS = 16;
const MOST_NAME = 32;
const METADATA = 0x424a5342;

const FLAGS: readonly (readonly [number, string])[] = [
  [0x1, 'IL only'],
  [0x2, '32-bit required'],
  [0x4, 'IL library'],
  [0x8, 'strong name signed'],
  [0x10, 'native entry point'],
  [0x10000, 'debug data tracked'],
  [0x20000, '32-bit preferred'],
];

export function readClr(image: PeImage): PeClr | null {
  const { view } = image;
  const { address } = image.directory(DIRECTORY.clr);
  const at = address === 0 ? null : image.offsetOf(address);
  if (at === null) return null;
  if (at + 72 > view.size) {
    image.problem('the .NET header is cut off', at);
    return null;
  }
  const flags = view.u32(at + 16);
  const root = image.offsetOf(view.u32(at + 8));
  const metadata = root === null ? null : readRoot(image, root);
  return {
    runtime: `${view.u16(at + 4)}.${view.u16(at + 6)}`,
    flags: FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name),
    metadataVersion: metadata?.version ?? '',
    streams: metadata?.streams ?? [],
    entryToken: `0x${view
      .u32(at + 20)
      .toString(16)
      .padStart(8, '0')}`,
  };
}

function readRoot({ view }: PeImage, at: number) {
  if (view.u32(at) !== METADATA) return null;
  const length = Math.min(view.u32(at + 12), 255);
  const count = Math.min(view.u16(at + 16 + length + 2), MOST_STREAMS);
  const streams: string[] = [];
  let next = at + 16 + length + 4;
  for (let n = 0; n < count && next + 8 < view.size; n++) {
    const name = view.text(next + 8, MOST_NAME);
    streams.push(name);
    next += 8 + Math.ceil((name.length + 1) / 4) * 4;
  }
  return { version: view.text(at + 16, length), streams };
}
