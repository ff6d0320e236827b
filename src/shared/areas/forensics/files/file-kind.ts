/** What a file is by its first bytes, not by its name. */
import { FILE_KINDS, type FileGroup } from './file-kinds.table.ts';

export interface FileKind {
  readonly label: string;
  readonly group: FileGroup | 'text' | 'unknown';
}

interface Signature extends FileKind {
  readonly places: readonly { readonly offset: number; readonly bytes: readonly number[] }[];
}

/** A digit alone at the end stands for its high half, whatever the low one is. */
const HALF = 0x100;

function bytesOf(content: string): number[] {
  if (!content.startsWith('x:')) return [...content].map((character) => character.charCodeAt(0));
  const digits = content.slice(2);
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 2) {
    const pair = digits.slice(at, at + 2);
    bytes.push(pair.length === 2 ? Number.parseInt(pair, 16) : HALF + Number.parseInt(pair, 16));
  }
  return bytes;
}

const SIGNATURES: readonly Signature[] = FILE_KINDS.map(([label, group, ...places]) => ({
  label,
  group,
  places: places.map(([offset, content]) => ({ offset, bytes: bytesOf(content) })),
}));

const fits = (head: Uint8Array, { places }: Signature): boolean =>
  places.every(({ offset, bytes }) =>
    bytes.every((byte, n) => {
      const found = head[offset + n];
      if (found === undefined) return false;
      return byte >= HALF ? found >> 4 === byte - HALF : found === byte;
    }),
  );

const TEXT_SHARE = 0.97;
const SAMPLE = 4_096;

/** By up to 64 KiB from the start; `size` tells an empty file. */
export function fileKindOf(head: Uint8Array, size: number): FileKind {
  if (size === 0) return { label: 'Empty file', group: 'data' };
  if (head[0] === 0x4d && head[1] === 0x5a) return dosKind(head);
  const signature = SIGNATURES.find((candidate) => fits(head, candidate));
  if (signature) return { label: signature.label, group: signature.group };
  return textKind(head);
}

function dosKind(head: Uint8Array): FileKind {
  const at = (head[0x3c] ?? 0) | ((head[0x3d] ?? 0) << 8) | ((head[0x3e] ?? 0) << 16);
  const mark = String.fromCharCode(head[at] ?? 0, head[at + 1] ?? 0);
  if (mark === 'PE') return { label: 'Windows program or library (PE)', group: 'program' };
  if (mark === 'NE') return { label: 'Windows 16-bit program (NE)', group: 'program' };
  return { label: 'DOS program', group: 'program' };
}

function textKind(head: Uint8Array): FileKind {
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'Text (UTF-16)', group: 'text' };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'Text (UTF-16)', group: 'text' };
  const sample = head.subarray(0, SAMPLE);
  let texts = 0;
  for (const byte of sample) {
    if (byte >= 0x20 ? byte !== 0x7f : byte === 9 || byte === 10 || byte === 13) texts += 1;
  }
  const isText = sample.length > 0 && texts / sample.length >= TEXT_SHARE && !sample.includes(0);
  return isText ? { label: 'Text', group: 'text' } : { label: 'Unknown', group: 'unknown' };
}
