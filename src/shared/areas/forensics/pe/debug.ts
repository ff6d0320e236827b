/** The debug directory ('PE Format', .debug) and what CodeView entries say of a program database. */
import type { FileView } from '../binary/file-view.ts';
import { hex, utf8 } from '../pcap/bytes.ts';
import type { PeDebug } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';

const MOST_ENTRIES = 64;
const MOST_PATH = 1_024;
const ENTRY_BYTES = 28;

const TYPES: Readonly<Record<number, string>> = {
  0: 'unknown',
  1: 'COFF',
  2: 'CodeView',
  3: 'FPO',
  4: 'misc',
  5: 'exception',
  6: 'fixup',
  7: 'OMAP to source',
  8: 'OMAP from source',
  9: 'Borland',
  11: 'CLSID',
  12: 'VC feature',
  13: 'POGO',
  14: 'ILTCG',
  16: 'reproducible',
  17: 'embedded portable PDB',
  19: 'PDB checksum',
  20: 'extended DLL characteristics',
};

export function readDebug(image: PeImage): PeDebug[] {
  const { view } = image;
  const { address, size } = image.directory(DIRECTORY.debug);
  const start = address === 0 ? null : image.offsetOf(address);
  if (start === null) return [];
  const room = Math.floor((view.size - start) / ENTRY_BYTES);
  const said = Math.floor(size / ENTRY_BYTES);
  const count = Math.min(said, room, MOST_ENTRIES);
  if (count < said) image.problem('the debug directory is cut off or too long', start);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * ENTRY_BYTES;
    const type = view.u32(at + 12);
    const data = view.u32(at + 24);
    const entry = { type: TYPES[type] ?? `type ${type}`, time: view.u32(at + 4) };
    const named = type === 2 ? readCodeView(view, data, view.u32(at + 16)) : null;
    return {
      ...entry,
      path: named?.path ?? null,
      guid: named?.guid ?? null,
      age: named?.age ?? null,
    };
  });
}

function readCodeView(view: FileView, at: number, size: number) {
  const signature = view.text(at, 4);
  if (signature === 'RSDS' && size >= 24) {
    const path = view.bytes(at + 24, Math.min(size - 24, MOST_PATH));
    return { guid: guidAt(view, at + 4), age: view.u32(at + 20), path: pathOf(path) };
  }
  if (signature === 'NB10' && size >= 16) {
    const path = view.bytes(at + 16, Math.min(size - 16, MOST_PATH));
    const stamp = view
      .u32(at + 8)
      .toString(16)
      .padStart(8, '0')
      .toUpperCase();
    return { guid: stamp, age: view.u32(at + 12), path: pathOf(path) };
  }
  return null;
}

function pathOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return utf8(bytes, 0, end < 0 ? bytes.length : end);
}

/** In upper case, as Windows writes it. */
function guidAt(view: FileView, at: number): string {
  const part = (value: number, width: number) => value.toString(16).padStart(width, '0');
  const rest = hex(view.bytes(at + 8, 8));
  const text = `${part(view.u32(at), 8)}-${part(view.u16(at + 4), 4)}-${part(view.u16(at + 6), 4)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  return text.toUpperCase();
}
