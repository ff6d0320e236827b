/**
 * The tree of resources ('PE Format', .rsrc): three levels, types, names, languages. Entries may point
 * anywhere, at themselves too: depth, entries and the bytes of texts are bounded.
 */
import { utf16Le } from '../pcap/bytes.ts';
import type { PeResource } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';
import { TYPES } from './resource-types.table.ts';

const MOST_RESOURCES = 4_096;
const MOST_ENTRIES = 16_384;
const MOST_NAME = 256;
const LEVELS = 3;

interface Walk {
  readonly image: PeImage;
  readonly root: number;
  readonly found: PeResource[];
  entries: number;
}

export function readResources(image: PeImage): PeResource[] {
  const { address } = image.directory(DIRECTORY.resources);
  const root = address === 0 ? null : image.offsetOf(address);
  if (root === null) return [];
  const walk: Walk = { image, root, found: [], entries: 0 };
  walkTable(walk, root, []);
  if (walk.entries >= MOST_ENTRIES || walk.found.length >= MOST_RESOURCES) {
    image.problem('more resources than are read', root);
  }
  return walk.found;
}

function walkTable(walk: Walk, at: number, path: readonly (string | number)[]): void {
  const { view } = walk.image;
  const said = view.u16(at + 12) + view.u16(at + 14);
  const room = Math.max(0, Math.floor((view.size - at - 16) / 8));
  if (said > room) walk.image.problem('a table of resources is cut off', at);
  for (let n = 0; n < Math.min(said, room); n++) {
    walk.entries += 1;
    if (walk.entries >= MOST_ENTRIES || walk.found.length >= MOST_RESOURCES) return;
    const entry = at + 16 + n * 8;
    const name = view.u32(entry);
    const to = view.u32(entry + 4);
    const key = name >= 0x80000000 ? nameAt(walk, name - 0x80000000) : name;
    const target = walk.root + (to >= 0x80000000 ? to - 0x80000000 : to);
    if (to < 0x80000000) addLeaf(walk, target, [...path, key]);
    else if (path.length + 1 < LEVELS) walkTable(walk, target, [...path, key]);
    else walk.image.problem('resources are nested too deep', target);
  }
}

function nameAt({ image, root }: Walk, at: number): string {
  const length = Math.min(image.view.u16(root + at), MOST_NAME);
  const bytes = image.view.bytes(root + at + 2, length * 2);
  return utf16Le(bytes, 0, bytes.length);
}

function addLeaf(walk: Walk, at: number, path: readonly (string | number)[]): void {
  const { image } = walk;
  if (at + 16 > image.view.size) {
    image.problem('a resource is cut off', at);
    return;
  }
  const offset = image.offsetOf(image.view.u32(at));
  const size = image.view.u32(at + 4);
  const [type = 0, name = 0, language = 0] = path;
  if (offset === null || offset + size > image.view.size) {
    image.problem('a resource lies outside the file', offset ?? at);
  }
  walk.found.push({
    type: typeof type === 'number' ? (TYPES[type] ?? `type ${type}`) : type,
    name: typeof name === 'number' ? String(name) : name,
    language: typeof language === 'number' ? language : 0,
    offset: offset ?? 0,
    size,
    entropy: offset === null ? null : image.entropy(offset, size),
  });
}
