/** What every server of a workspace does, in memory or in PostgreSQL: `sync-server.port.ts`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mergeRows } from '../../src/main/areas/sync/merge.kernel.ts';
import { SyncFailure, type SyncServer } from '../../src/main/areas/sync/sync-server.port.ts';
import type { PushBatch, WireCell, WireRow } from '../../src/main/areas/sync/wire.ts';

export interface SuiteSeat {
  readonly id: string;
  readonly person: string;
  readonly node: string;
  readonly server: SyncServer;
  /** A stamp of its node: later than any before it, or so many ms from now. */
  stamp(later?: number): string;
}

export interface SuiteWorkspace {
  /** Another workstation of another person. */
  seat(): Promise<SuiteSeat>;
  /** Purges all deletions. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

const TABLE = 'note_templates';
const LINKS = 'control_evidence';

const note = (
  id: string,
  v: string,
  cells: Record<string, WireCell> = {},
  f: WireRow['f'] = null,
) => ({
  ...{ id, v, f },
  c: {
    ...{ name: id, text: 'Text', verdict: null, created_by: null },
    ...{ created_at: 1, updated_at: 1, deleted_at: null, ...cells },
  },
});
const link = (id: string, v: string, deletedAt: number | null = null, f: WireRow['f'] = null) => ({
  ...{ id, v, f },
  c: { control_id: 'c1', evidence_id: 'e1', created_at: 1, deleted_at: deletedAt },
});

function batchOf(
  { person }: SuiteSeat,
  rows: readonly WireRow[],
  more: Partial<PushBatch> & { table?: string } = {},
): PushBatch {
  const { table = TABLE, ...rest } = more;
  const stamps = new Set(rows.flatMap(({ v, f }) => [v, ...Object.values(f ?? {})]));
  const writes = [...stamps].map((stamp) => ({
    stamp,
    actor: person,
    action: 't.w',
    reason: null,
  }));
  return {
    writes,
    tables: [{ table, rows: [...rows] }],
    conflicts: [],
    cursor: 0,
    through: 1,
    ...rest,
  };
}

/** @param open a new, empty workspace */
export function describeSyncServer(name: string, open: () => Promise<SuiteWorkspace>): void {
  describe(`the sync server ${name}`, () => {
    let workspace: SuiteWorkspace;
    let [a, b, reader]: [SuiteSeat, SuiteSeat, SuiteSeat] = [] as never;
    beforeAll(async () => {
      workspace = await open();
      [a, b, reader] = [await workspace.seat(), await workspace.seat(), await workspace.seat()];
    });
    afterAll(() => workspace.close());

    const cursorOf = async ({ server }: SuiteSeat) => (await readAll(server, 0)).cursor;
    const rowOf = async (id: string) =>
      (await readAll(reader.server, 0)).rows.find((row) => row.id === id);

    test('[SY130] gives what one pushes to the other, whole, with its author', async () => {
      const row = note('first', a.stamp(), { text: 'quote " \\ {a} NULL ü 🦊\n', verdict: '' });
      const before = await cursorOf(b);
      const outcome = await a.server.push(batchOf(a, [row], { cursor: await cursorOf(a) }));
      expect(outcome).toMatchObject({ behind: [], sameAs: [], refused: [] });
      const page = await b.server.pull(before, 100);
      const [given, ...others] = page.tables;
      expect(given).toMatchObject({ table: TABLE, rows: [row] });
      expect(given?.rows).toEqual([row]);
      expect(others).toEqual([]);
      // Where the cells come once more as columns, they are those of these rows.
      const columns = given?.columns;
      for (const [name, cells] of columns?.cells ?? [])
        expect(cells?.[0] ?? null).toBe(given?.rows[0]?.c[name] ?? null);
      if (columns) expect(columns.rows).toBe(given?.rows);
      expect(page.writes).toMatchObject([{ stamp: row.v, actor: a.person, sentBy: a.id }]);
      expect(page).toMatchObject({ cursor: outcome.head, isLast: true });
    });

    test('[SY130] changes nothing where the same batch comes again', async () => {
      const batch = batchOf(a, [note('twice', a.stamp())], { cursor: await cursorOf(a) });
      const { head } = await a.server.push(batch);
      expect((await a.server.push(batch)).head).toBe(head);
      expect(await cursorOf(b)).toBe(head);
    });

    test('[SY130] merges per column, whichever comes first, as the kernel does', async () => {
      const made = note('merged', a.stamp());
      await a.server.push(batchOf(a, [made], { cursor: await cursorOf(a) }));
      const mine = { ...made, f: { name: a.stamp() }, c: { ...made.c, name: 'of a' } };
      const theirs = { ...made, f: { text: b.stamp(1_000) }, c: { ...made.c, text: 'of b' } };
      await b.server.push(batchOf(b, [theirs], { cursor: await cursorOf(b) }));
      await a.server.push(batchOf(a, [mine], { cursor: await cursorOf(a) }));
      const found = await rowOf('merged');
      expect(found).toEqual({
        ...mergeRows(mine, theirs),
        c: { ...made.c, name: 'of a', text: 'of b' },
      });
    });

    test('[SY131] names rows that others changed since, and takes the other rows of the batch', async () => {
      const made = note('contested', a.stamp());
      const old = await cursorOf(b);
      await a.server.push(batchOf(a, [made], { cursor: await cursorOf(a) }));
      const mine = { ...made, f: { name: b.stamp(1_000) }, c: { ...made.c, name: 'late' } };
      const rows = [mine, note('beside', b.stamp())];
      const outcome = await b.server.push(batchOf(b, rows, { cursor: old, through: 7 }));
      expect(outcome.behind).toEqual([[TABLE, 'contested']]);
      expect((await rowOf('contested'))?.c.name).toBe('contested');
      expect(await rowOf('beside')).toBeDefined();
      expect((await b.server.head()).acknowledged).toBeLessThan(7);
      const again = batchOf(b, rows, { cursor: await cursorOf(b), through: 7 });
      expect((await b.server.push(again)).behind).toEqual([]);
      expect((await b.server.head()).acknowledged).toBe(7);
      expect((await rowOf('contested'))?.c.name).toBe('late');
    });

    test('[SY132] knows one thing under one id, looking at the whole batch', async () => {
      const first = link('link-a', a.stamp());
      await a.server.push(batchOf(a, [first], { cursor: await cursorOf(a), table: LINKS }));
      const twin = batchOf(b, [link('link-b', b.stamp())], {
        cursor: await cursorOf(b),
        table: LINKS,
      });
      expect((await b.server.push(twin)).sameAs).toEqual([[LINKS, 'link-b', 'link-a']]);
      // The new one before the tombstone of the old one: one batch, any order.
      const gone = link('link-a', first.v, 5, { deleted_at: a.stamp() });
      const rows = [link('link-c', a.stamp()), gone];
      const freed = batchOf(a, rows, { cursor: await cursorOf(a), table: LINKS });
      expect(await a.server.push(freed)).toMatchObject({ sameAs: [], behind: [] });
    });

    test('[SY132] lets a key go only with a deletion that is taken and is the later word', async () => {
      const linked = (...given: Parameters<typeof link>): WireRow => {
        const row = link(...given);
        return { ...row, c: { ...row.c, control_id: 'c2' } };
      };
      const first = linked('kept-a', a.stamp());
      await a.server.push(batchOf(a, [first], { cursor: await cursorOf(a), table: LINKS }));
      const pushOf = async (deletedAt: string, cursor: number) => {
        const gone = linked('kept-a', first.v, 5, { deleted_at: deletedAt });
        const rows = [gone, linked('kept-b', b.stamp())];
        return b.server.push(batchOf(b, rows, { cursor, table: LINKS }));
      };
      const early = b.stamp();
      const behind = await cursorOf(b);
      // The same thing was made anew under the known id.
      await a.server.push(
        batchOf(a, [linked('kept-a', a.stamp(1_000))], { cursor: await cursorOf(a), table: LINKS }),
      );
      const same = [[LINKS, 'kept-b', 'kept-a']];
      const unread = await pushOf(b.stamp(2_000), behind);
      expect(unread).toMatchObject({ behind: [[LINKS, 'kept-a']], sameAs: same });
      const lost = await pushOf(early, await cursorOf(b));
      expect(lost).toMatchObject({ behind: [], sameAs: same });
      const freed = await pushOf(b.stamp(3_000), await cursorOf(b));
      expect(freed).toMatchObject({ behind: [], sameAs: [] });
    });

    test('[SY133] refuses stamps of the future, with its own time', async () => {
      const row = note('future', a.stamp(3_600_000));
      const failure = await a.server.push(batchOf(a, [row])).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SyncFailure);
      expect(failure).toMatchObject({ kind: 'clock', serverNow: expect.any(Number) });
      expect(await rowOf('future')).toBeUndefined();
    });

    test('[SY263] says how many pushes of a database it has heard of, never fewer', async () => {
      for (const pushes of [6, 5]) {
        const row = note('counted', a.stamp());
        await a.server.push({ ...batchOf(a, [row], { cursor: await cursorOf(a) }), pushes });
        expect((await a.server.head()).pushes).toBe(6);
      }
      expect((await reader.server.head()).pushes ?? 0).toBe(0);
    });

    test('[SY134] reads in pages of any size in one order, and never the same place twice', async () => {
      const cursor = await cursorOf(b);
      const rows = Array.from({ length: 7 }, (_, index) => note(`page-${index}`, a.stamp()));
      await a.server.push(batchOf(a, rows, { cursor: await cursorOf(a) }));
      for (const size of [1, 2, 3, 100]) {
        const read = await readAll(b.server, cursor, size);
        expect(read.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
    });

    test('[SY135] moves the cursor of who pushed past his own rows, and past nobody else', async () => {
      const alone = await a.server.push(
        batchOf(a, [note('alone', a.stamp())], { cursor: await cursorOf(a) }),
      );
      expect(alone.cursor).toBe(alone.head);
      await b.server.push(batchOf(b, [note('between', b.stamp())], { cursor: await cursorOf(b) }));
      const after = await a.server.push(
        batchOf(a, [note('not-alone', a.stamp())], { cursor: alone.head }),
      );
      expect(after.cursor).toBe(alone.head);
      expect((await readAll(a.server, after.cursor)).rows.map(({ id }) => id)).toContain('between');
    });

    test('[SY136] gives conflicts to everybody once, whoever found them', async () => {
      const cursor = await cursorOf(b);
      const side = (seat: SuiteSeat, value: string) => ({
        value,
        stamp: seat.stamp(),
        actor: seat.person,
      });
      const conflict = {
        ...{ id: 'c'.repeat(32), table: TABLE, record: 'first', field: 'name' },
        ...{ loser: side(a, 'one'), winner: side(b, 'other') },
      };
      for (const seat of [a, b])
        await seat.server.push({
          ...{ ...batchOf(seat, []), tables: [], conflicts: [conflict] },
          cursor: await cursorOf(seat),
        });
      const page = await b.server.pull(cursor, 100);
      expect(page.conflicts.map(({ id }) => id)).toEqual([conflict.id]);
    });

    test('[SY183] says how far it gave out, by pages and by pushes, to each workstation', async () => {
      const offered = async ({ server }: SuiteSeat) => (await server.head()).offered;
      const cursor = await cursorOf(b);
      expect(await offered(b)).toBe(cursor);
      const at = await cursorOf(a);
      const { cursor: pushed } = await a.server.push(
        batchOf(a, [note('offered', a.stamp())], { cursor: at }),
      );
      expect(pushed).toBeGreaterThan(at);
      expect(await offered(a)).toBe(pushed);
      expect(await offered(b)).toBe(cursor);
      const page = await b.server.pull(cursor, 1);
      expect(await offered(b)).toBe(page.cursor);
      await b.server.pull(0, 1);
      expect(await offered(b)).toBe(page.cursor);
    });

    test('[SY184] takes nothing from who has not read deletions that were purged, and names what is left', async () => {
      const made = [note('goes', a.stamp()), note('stays', a.stamp())];
      await a.server.push(batchOf(a, made, { cursor: await cursorOf(a) }));
      const before = await cursorOf(b);
      const [goes] = made;
      if (!goes) throw new Error('There is a note');
      const gone = { ...goes, f: { deleted_at: a.stamp() }, c: { ...goes.c, deleted_at: 5 } };
      await a.server.push(batchOf(a, [gone], { cursor: await cursorOf(a) }));
      const parts = Array.from({ length: 256 }, (_, part) => part);
      expect(await b.server.ids(TABLE, parts)).toContain('goes');
      await workspace.purge();
      const { watermark } = await b.server.head();
      expect(watermark).toBeGreaterThan(before);
      const late = batchOf(b, [note('late', b.stamp())], { cursor: before });
      await expect(b.server.push(late)).rejects.toMatchObject({ kind: 'busy' });
      const page = await b.server.pull(before, 100);
      expect(page.watermark).toBe(watermark);
      expect(page.tables.flatMap(({ rows }) => rows.map(({ id }) => id))).not.toContain('goes');
      const ids = await b.server.ids(TABLE, parts);
      expect(ids).toContain('stays');
      expect(ids).not.toContain('goes');
      await b.server.push({ ...late, cursor: page.cursor });
      expect(await rowOf('late')).toBeDefined();
    });

    test('[SY137] has digests that change with the versions of its rows alone', async () => {
      const before = await a.server.digests(TABLE);
      expect(await b.server.digests(TABLE)).toEqual(before);
      await a.server.push(batchOf(a, [note('digest', a.stamp())], { cursor: await cursorOf(a) }));
      expect(await b.server.digests(TABLE)).not.toEqual(before);
    });
  });
}

async function readAll(server: SyncServer, from: number, size = 100) {
  const rows: WireRow[] = [];
  let cursor = from;
  for (;;) {
    const page = await server.pull(cursor, size);
    expect(page.cursor).toBeGreaterThanOrEqual(cursor);
    rows.push(...page.tables.flatMap((table) => table.rows));
    cursor = page.cursor;
    if (page.isLast) return { rows, cursor };
  }
}
