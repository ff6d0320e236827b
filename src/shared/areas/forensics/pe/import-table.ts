/**
 * The imports of one library: its table of names, or that of addresses where there is none ('PE Format',
 * 'Import Lookup Table' and 'Hint/Name Table'). Tables may point anywhere; `Budget` bounds them together.
 */
import { ordinalName } from './ordinal-names.table.ts';
import type { PeImport } from './pe.types.ts';
import type { PeImage } from './pe-image.ts';

const MOST_NAME = 512;
export const MOST_LIBRARY_NAME = 512;

/** Imports that were read of one file, all libraries together. */
export interface Budget {
  left: number;
}

const FUNCTION_NAME = /^[A-Za-z0-9_?@$()<>.~,:!\- {}*&=+[\]'`/%^|]+$/;

export function readThunks(
  image: PeImage,
  tables: { names: number; addresses: number },
  nameAt: number,
  budget: Budget,
): PeImport[] {
  const first = readTable(image, tables.names, nameAt, budget);
  return first.length > 0 ? first : readTable(image, tables.addresses, nameAt, budget);
}

function readTable(image: PeImage, table: number, nameAt: number, budget: Budget): PeImport[] {
  const { view, is64 } = image;
  const imports: PeImport[] = [];
  if (table === 0) return imports;
  const library = image.textAt(nameAt, MOST_LIBRARY_NAME);
  const step = is64 ? 8 : 4;
  for (let n = 0; budget.left > 0; n++) {
    const at = image.offsetOf(table + n * step);
    if (at === null || at + step > view.size) {
      image.problem('a table of imports is cut off', at);
      break;
    }
    const low = view.u32(at);
    const high = is64 ? view.u32(at + 4) : low;
    if (low === 0 && high === 0) break;
    budget.left -= 1;
    const imported = importOf(image, library, low, high);
    if (imported !== null) imports.push(imported);
    else image.problem('an import has no readable name', at);
    // A table that begins with what is no name is none.
    if (imports.length === 0 && n > 16) break;
  }
  return imports;
}

/** By the number in `low` where the highest bit is set, else by the name that is there. */
function importOf(image: PeImage, library: string, low: number, high: number): PeImport | null {
  if (high >= 0x80000000) {
    const ordinal = low & 0xffff;
    return { name: ordinalName(library, ordinal), ordinal };
  }
  const name = low === 0 ? '' : image.textAt((low & 0x7fffffff) + 2, MOST_NAME);
  return FUNCTION_NAME.test(name) ? { name, ordinal: null } : null;
}
