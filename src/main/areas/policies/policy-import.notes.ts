import type { PolicyImportNote } from '../../../shared/areas/policies/policy-exchange.contract.ts';

/** What is left out of a file, counted by what it is. */
export interface NoteBook {
  add(what: string, reason: string, count?: number): void;
  all(): PolicyImportNote[];
}

export function createNoteBook(): NoteBook {
  const notes = new Map<string, PolicyImportNote>();
  return {
    add(what, reason, count = 1) {
      const before = notes.get(what)?.count ?? 0;
      notes.set(what, { what, reason, count: before + count });
    },
    all: () => [...notes.values()],
  };
}

const SAFE_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Links that a reader may be asked about; all others become their text. */
export function isSafeLink(address: string): boolean {
  return URL.canParse(address) && SAFE_SCHEMES.includes(new URL(address).protocol);
}
