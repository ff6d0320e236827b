/**
 * Full paths out of names and parents, as The Sleuth Kit writes them: '/Windows/notepad.exe', and
 * '/$OrphanFiles/…' where a parent is gone. Bounded for tables that are made to exhaust: cycles,
 * chains of any depth, millions of folders.
 */
import type { FileReference } from './mft-record.ts';

export interface Folder {
  readonly parent: FileReference;
  readonly name: string;
  readonly sequence: number;
  readonly isUsed: boolean;
}

const ROOT = 5;
const MAX_DEPTH = 256;
/** Of longer ones the end is shown. */
const MAX_PATH = 4_096;
const MAX_FOLDERS = 1_000_000;
/** Characters of all names together. */
const MAX_NAME_CHARS = 32_000_000;
const KEPT_PATHS = 20_000;
const KEPT_CHARS = 8_000_000;
const ORPHANS = '/$OrphanFiles';

export class FolderPaths {
  readonly #folders = new Map<number, Folder>();
  readonly #kept = new Map<number, string>();
  #chars = 0;
  #keptChars = 0;
  /** Folders beyond the bound: paths below them begin at the orphans. */
  left = 0;

  add(number: number, folder: Folder): void {
    if (this.#folders.size >= MAX_FOLDERS || this.#chars > MAX_NAME_CHARS) {
      this.left++;
      return;
    }
    this.#chars += folder.name.length;
    this.#folders.set(number, folder);
  }

  pathOf(parent: FileReference, name: string): string {
    return cut(`${this.#folderPath(parent)}/${name}`);
  }

  #folderPath(reference: FileReference): string {
    const names: string[] = [];
    const seen = new Set<number>();
    let above = ORPHANS;
    let next = reference;
    while (names.length < MAX_DEPTH) {
      const kept = next.record === ROOT ? '' : this.#kept.get(next.record);
      const folder = this.#live(next);
      if (next.record === ROOT || (folder && kept !== undefined)) {
        above = kept ?? '';
        break;
      }
      if (!folder) break;
      // A circle is entered once: whoever asks first is at its top.
      if (seen.has(next.record)) {
        names.length = 1;
        break;
      }
      seen.add(next.record);
      names.push(folder.name);
      next = folder.parent;
    }
    if (names.length === 0) return above;
    const path = cut(`${above}/${names.reverse().join('/')}`);
    this.#keep(reference.record, path);
    return path;
  }

  #keep(record: number, path: string): void {
    if (this.#kept.size >= KEPT_PATHS || this.#keptChars > KEPT_CHARS) {
      this.#kept.clear();
      this.#keptChars = 0;
    }
    this.#kept.set(record, path);
    this.#keptChars += path.length;
  }

  /** The folder that is meant, not what took its record later. Deletion counts the sequence up. */
  #live({ record, sequence }: FileReference): Folder | undefined {
    const folder = this.#folders.get(record);
    if (!folder) return undefined;
    const isSame = folder.sequence === sequence;
    return isSame || (!folder.isUsed && folder.sequence === sequence + 1) ? folder : undefined;
  }
}

const cut = (path: string): string =>
  path.length > MAX_PATH ? `/…${path.slice(2 - MAX_PATH)}` : path;
