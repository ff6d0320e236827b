/** One page of the server in memory: what happened after a cursor, in the order of commits. */
import type {
  PullPage,
  WireConflict,
  WireRow,
  WireTable,
} from '../../../src/main/areas/sync/wire.ts';
import { investigationOf, type MemoryAudience } from './memory-audience.ts';
import { type HubState, storedOf } from './memory-state.ts';

type Entry =
  | { readonly seq: number; readonly type: 'row'; readonly table: string; readonly row: WireRow }
  | { readonly seq: number; readonly type: 'conflict'; readonly conflict: WireConflict }
  | { readonly seq: number; readonly type: 'access'; readonly investigation: string };

export function createMemoryPull(state: () => HubState, audience: MemoryAudience) {
  return async (cursor: number, limit: number): Promise<PullPage> => {
    const hub = state();
    const entries = entriesAfter(hub, cursor, audience);
    const page = entries.slice(0, Math.max(1, limit));
    const isLast = page.length === entries.length;
    const end = isLast ? Math.max(cursor, hub.head) : (page.at(-1)?.seq ?? cursor);
    return pageOf(hub, page, { cursor: end, isLast, audience });
  };
}

function entriesAfter(hub: HubState, cursor: number, audience: MemoryAudience): Entry[] {
  const entries: Entry[] = [];
  for (const [table, rows] of hub.tables)
    for (const { row, seq } of rows.values())
      if (seq > cursor && audience.isOpen(investigationOf(table, row)))
        entries.push({ seq, type: 'row', table, row });
  for (const { conflict, seq } of hub.conflicts.values()) {
    const row = storedOf(hub, conflict.table, conflict.record)?.row;
    if (seq > cursor && (!row || audience.isOpen(investigationOf(conflict.table, row))))
      entries.push({ seq, type: 'conflict', conflict });
  }
  for (const [investigation, seq] of hub.audiences)
    if (seq > cursor) entries.push({ seq, type: 'access', investigation });
  return entries.sort((a, b) => a.seq - b.seq);
}

function pageOf(
  hub: HubState,
  entries: readonly Entry[],
  { cursor, isLast, audience }: { cursor: number; isLast: boolean; audience: MemoryAudience },
): PullPage {
  const tables: { table: string; rows: WireRow[] }[] = [];
  const conflicts: WireConflict[] = [];
  const access: PullPage['access'] = [];
  const stamps = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'conflict') conflicts.push(entry.conflict);
    else if (entry.type === 'access') {
      const { investigation } = entry;
      access.push({ investigation, allowed: audience.isOpen(investigation) });
    } else {
      const last = tables.at(-1);
      if (last?.table === entry.table) last.rows.push(entry.row);
      else tables.push({ table: entry.table, rows: [entry.row] });
      for (const stamp of [entry.row.v, ...Object.values(entry.row.f ?? {})]) stamps.add(stamp);
    }
  }
  const writes = [...stamps].flatMap((stamp) => hub.writes.get(stamp) ?? []);
  return { tables: tables satisfies WireTable[], writes, conflicts, access, cursor, isLast };
}
