/** Need-to-know on the server in memory: who may have the rows of an investigation. */
import type { WireRow } from '../../../src/main/areas/sync/wire.ts';
import type { HubState } from './memory-state.ts';

export const INVESTIGATIONS = 'forensic_investigations';

/** The investigation that a row belongs to, or null. */
export function investigationOf(table: string, row: WireRow): string | null {
  if (table === INVESTIGATIONS) return row.id;
  const named = row.c.investigation_id;
  return typeof named === 'string' ? named : null;
}

/** null: everybody. What cannot be read is open to nobody. */
export function namedIn(row: WireRow | undefined): readonly string[] | null {
  const text = row?.c.restricted_to;
  if (text === null || text === undefined) return null;
  try {
    const named: unknown = JSON.parse(String(text));
    return Array.isArray(named) ? named.map(String) : [];
  } catch {
    return [];
  }
}

export interface MemoryAudience {
  isOpen(investigation: string | null): boolean;
  /** Nobody shuts himself out. */
  mayBecome(table: string, row: WireRow): boolean;
  /** After an investigation was written: where it was opened to more, its rows come anew. */
  follow(before: WireRow | undefined, after: WireRow): void;
}

export function createMemoryAudience(
  state: () => HubState,
  { people }: { readonly people: readonly string[] },
): MemoryAudience {
  const mayRead = (row: WireRow | undefined): boolean => {
    const named = namedIn(row);
    return named === null || people.some((person) => named.includes(person));
  };
  return {
    isOpen: (investigation) =>
      investigation === null ||
      mayRead(state().tables.get(INVESTIGATIONS)?.get(investigation)?.row),
    mayBecome: (table, row) => table !== INVESTIGATIONS || mayRead(row),
    follow(before, after) {
      const [was, is] = [namedIn(before), namedIn(after)];
      if (JSON.stringify(was) === JSON.stringify(is)) return;
      const hub = state();
      hub.audiences.set(after.id, ++hub.head);
      const isWider = was !== null && (is === null || is.some((person) => !was.includes(person)));
      if (!isWider) return;
      for (const [table, rows] of hub.tables)
        for (const [id, stored] of rows)
          if (investigationOf(table, stored.row) === after.id)
            rows.set(id, { ...stored, seq: ++hub.head });
    },
  };
}
