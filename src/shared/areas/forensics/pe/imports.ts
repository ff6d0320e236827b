/** Imports of a portable executable, at start and delayed, and their hash ('PE Format', .idata). */
import { type Budget, MOST_LIBRARY_NAME, readThunks } from './import-table.ts';
import type { Md5, PeLibrary } from './pe.types.ts';
import { DIRECTORY, type PeImage } from './pe-image.ts';

const MOST_LIBRARIES = 1_024;
const MOST_IMPORTS = 65_536;

export function readImports(image: PeImage): PeLibrary[] {
  const budget: Budget = { left: MOST_IMPORTS };
  return [...readAtStart(image, budget), ...readDelayed(image, budget)];
}

function readAtStart(image: PeImage, budget: Budget): PeLibrary[] {
  const { view } = image;
  const { address } = image.directory(DIRECTORY.imports);
  const libraries: PeLibrary[] = [];
  if (address === 0) return libraries;
  for (let n = 0; ; n++) {
    const at = image.offsetOf(address + n * 20);
    if (at === null || at + 20 > view.size) {
      image.problem('the import directory is cut off', at);
      break;
    }
    const names = view.u32(at);
    const nameAt = view.u32(at + 12);
    const addresses = view.u32(at + 16);
    const isEnd = [0, 4, 8, 12, 16].every((step) => view.u32(at + step) === 0);
    if (isEnd) break;
    if (n >= MOST_LIBRARIES || budget.left <= 0) {
      image.problem('more imports than are read', at);
      break;
    }
    const imports = readThunks(image, { names, addresses }, nameAt, budget);
    if (imports.length === 0 && names === 0 && addresses === 0) continue;
    libraries.push({ name: image.textAt(nameAt, MOST_LIBRARY_NAME), isDelayed: false, imports });
  }
  return libraries;
}

function readDelayed(image: PeImage, budget: Budget): PeLibrary[] {
  const { view } = image;
  const { address } = image.directory(DIRECTORY.delayed);
  const libraries: PeLibrary[] = [];
  if (address === 0) return libraries;
  for (let n = 0; n < MOST_LIBRARIES && budget.left > 0; n++) {
    const at = image.offsetOf(address + n * 32);
    if (at === null || at + 32 > view.size) break;
    const nameAt = view.u32(at + 4);
    const names = view.u32(at + 16);
    const addresses = view.u32(at + 12);
    if (nameAt === 0 && names === 0) break;
    const imports = readThunks(
      image,
      { names, addresses: names === 0 ? addresses : 0 },
      nameAt,
      budget,
    );
    libraries.push({ name: image.textAt(nameAt, MOST_LIBRARY_NAME), isDelayed: true, imports });
  }
  return libraries;
}

/** As published with it: names in lower case, without the library's ending, in the file's order. */
export function importHash(libraries: readonly PeLibrary[], md5: Md5): string | null {
  const names: string[] = [];
  for (const { name, isDelayed, imports } of libraries) {
    if (isDelayed) continue;
    const library = name.toLowerCase().replace(/\.(?:ocx|sys|dll)$/, '');
    for (const { name: imported, ordinal } of imports) {
      names.push(`${library}.${(imported ?? `ord${ordinal ?? 0}`).toLowerCase()}`);
    }
  }
  if (names.length === 0) return null;
  const text = names.join(',');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return md5(bytes);
}
