/** What a file is by its first bytes, whatever it is called. */
import { startsWith } from './bytes.ts';

const KINDS: readonly (readonly [kind: string, at: number, text: string])[] = [
  ['pe', 0, 'MZ'],
  ['elf', 0, '\x7fELF'],
  ['mach-o', 0, '\xcf\xfa\xed\xfe'],
  ['mach-o', 0, '\xce\xfa\xed\xfe'],
  ['class', 0, '\xca\xfe\xba\xbe'],
  ['zip', 0, 'PK\x03\x04'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['7z', 0, "7z\xbc\xaf'\x1c"],
  ['gzip', 0, '\x1f\x8b'],
  ['bzip2', 0, 'BZh'],
  ['xz', 0, '\xfd7zXZ\0'],
  ['zstd', 0, '(\xb5/\xfd'],
  ['cab', 0, 'MSCF'],
  ['tar', 257, 'ustar'],
  ['ole', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['lnk', 0, 'L\0\0\0\x01\x14\x02\0'],
  ['pdf', 0, '%PDF-'],
  ['rtf', 0, '{\\rtf'],
  ['png', 0, '\x89PNG\r\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF8'],
  ['bmp', 0, 'BM'],
  ['webp', 8, 'WEBP'],
  ['ico', 0, '\0\0\x01\0'],
  ['swf', 0, 'CWS'],
  ['flv', 0, 'FLV'],
  ['mp4', 4, 'ftyp'],
  ['ogg', 0, 'OggS'],
  ['woff', 0, 'wOFF'],
  ['woff2', 0, 'wOF2'],
  ['wasm', 0, '\0asm'],
  ['script', 0, '#!'],
  ['xml', 0, '<?xml'],
  ['html', 0, '<!DOCTYPE html'],
  ['html', 0, '<!doctype html'],
  ['html', 0, '<html'],
  ['certificate', 0, '-----BEGIN'],
];

/** Bytes from the start that the longest rule needs. */
export const KIND_BYTES = 264;

export function fileKind(bytes: Uint8Array): string {
  for (const [kind, at, text] of KINDS) {
    if (startsWith(bytes, at, bytes.length, text)) return kind;
  }
  return '';
}
