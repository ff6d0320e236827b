/** What every replica does, in memory or in SQLite: `replica.port.ts`. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Replica } from '../../src/main/areas/sync/replica.port.ts';
import type { PullPage, PushBatch, PushOutcome, WireRow } from '../../src/main/areas/sync/wire.ts';

/** A replica with the table `note_templates`, written to by one person. */
export interface SuiteReplica {
  readonly replica: Replica;
  now(): number;
  advance(ms: number): void;
  insert(ids: readonly string[]): void;
  /** All in one transaction. */
  rename(ids: readonly string[], name: string): void;
  conflicts(): number;
  close(): void;
}

const TABLE = 'note_templates';
const WHOLE = { behind: [], sameAs: [], refused: [] };

/** @param open a replica that knows nobody and nothing */
export function describeReplica(name: string, open: () => SuiteReplica): void {
  describe(`the replica ${name}`, () => {
    let at: SuiteReplica;
    beforeEach(() => {
      at = open();
    });
    afterEach(() => at.close());

    const batch = (): PushBatch => {
      const next = at.replica.nextBatch();
      if (!next) throw new Error('There is nothing to send');
      return next;
    };
    const answer = (sent: PushBatch, more: Partial<PushOutcome> = {}) =>
      at.replica.pushed(sent, { ...WHOLE, head: sent.cursor, cursor: sent.cursor, ...more });
    /** The row as another workstation renamed it, now or some time ago. */
    const foreign = (id: string, name: string, agoMs = 0): PullPage => {
      const row = rowOf(id);
      const stamp = stampOf(at.now() - agoMs);
      const changed: WireRow = { ...row, f: { ...row.f, name: stamp }, c: { ...row.c, name } };
      return page([changed], stamp, at.replica.state().cursor + 1);
    };
    const rowOf = (id: string): WireRow => {
      const row = at.replica.row(TABLE, id);
      if (!row) throw new Error(`There is no row ${id}`);
      return row;
    };

    test('[SY140] sends each changed row once and whole, with the authors of its places', async () => {
      at.insert(['a']);
      at.rename(['a'], 'later');
      const sent = batch();
      expect(sent.tables).toMatchObject([
        { table: TABLE, rows: [{ id: 'a', c: { name: 'later' } }] },
      ]);
      expect(sent.writes).toHaveLength(2);
      expect(sent.from).toBe(0);
      await answer(sent);
      expect(at.replica.nextBatch()).toBeNull();
      expect(at.replica.state().acknowledged).toBe(sent.through);
      expect(sent.writes.map(({ stamp }) => stamp)).toContain(at.replica.stampAt(sent.through));
    });

    test('[SY140] counts nothing as sent where a row of the batch was named', async () => {
      at.insert(['a', 'b']);
      const sent = batch();
      await answer(sent, { behind: [[TABLE, 'a']] });
      expect(at.replica.state().acknowledged).toBe(0);
      expect(batch().tables[0]?.rows.map(({ id }) => id)).toContain('a');
    });

    test('[SY140] sends an edit that was made while its row was on the way', async () => {
      at.insert(['a']);
      const sent = batch();
      at.rename(['a'], 'meanwhile');
      await answer(sent);
      expect(batch().tables[0]?.rows[0]?.c.name).toBe('meanwhile');
    });

    test('[SY141] takes a page over once, echoes nothing, and later stamps follow those it saw', async () => {
      at.insert(['a']);
      await answer(batch());
      const news = foreign('a', 'theirs');
      expect((await at.replica.merge(news)).conflicts).toEqual([]);
      await at.replica.merge(news);
      expect(rowOf('a').c.name).toBe('theirs');
      expect(at.replica.nextBatch()).toBeNull();
      at.rename(['a'], 'after');
      expect((rowOf('a').f?.name ?? '') > (news.writes[0]?.stamp ?? '')).toBe(true);
    });

    test('[SY142] finds a conflict once, with both values, whichever wins', async () => {
      at.insert(['a', 'b']);
      await answer(batch());
      const earlier = foreign('a', 'theirs first');
      at.advance(1_000);
      at.rename(['a', 'b'], 'mine');
      at.advance(1_000);
      const [lost] = (await at.replica.merge(earlier)).conflicts;
      expect([lost?.winner.value, lost?.loser.value]).toEqual(['mine', 'theirs first']);
      const later = foreign('b', 'theirs last');
      const [won] = (await at.replica.merge(later)).conflicts;
      expect([won?.winner.value, won?.loser.value]).toEqual(['theirs last', 'mine']);
      expect((await at.replica.merge(earlier)).conflicts).toEqual([]);
      expect(at.conflicts()).toBe(2);
      expect(batch().conflicts).toHaveLength(2);
    });

    test('[SY142] finds none where the edit was made knowing the other, or was acknowledged', async () => {
      at.insert(['a', 'b']);
      await answer(batch());
      const known = foreign('a', 'theirs');
      await at.replica.merge(known);
      at.advance(1_000);
      at.rename(['a', 'b'], 'mine');
      expect((await at.replica.merge(known)).conflicts).toEqual([]);
      await answer(batch());
      at.advance(1_000);
      expect((await at.replica.merge(foreign('b', 'theirs'))).conflicts).toEqual([]);
      expect(at.conflicts()).toBe(0);
    });

    test('[SY143] gives new stamps to what is too far ahead and unsent, and to nothing else', async () => {
      at.insert(['a']);
      await answer(batch());
      const sent = rowOf('a').v;
      const serverNow = at.now();
      at.advance(86_400_000);
      at.insert(['b']);
      at.rename(['a'], 'ahead');
      at.replica.restamp(86_400_000, serverNow);
      const limit = stampOf(serverNow + 60_000);
      expect(rowOf('a').v).toBe(sent);
      expect(rowOf('b').v < (rowOf('a').f?.name ?? '')).toBe(true);
      for (const { stamp } of batch().writes) expect(stamp < limit && stamp >= sent).toBe(true);
      expect(at.replica.lastStamp() < limit).toBe(true);
    });

    test('[SY144] gives a node that was put back another name, and unsent edits their times', () => {
      at.insert(['a']);
      const [before, node] = [rowOf('a').v, nodeOf(at.replica.lastStamp())];
      at.replica.renewNode(`0000000000000001-${node}`);
      const after = rowOf('a').v;
      expect(nodeOf(after)).not.toBe(node);
      expect(after.slice(0, 16)).toBe(before.slice(0, 16));
      expect(nodeOf(at.replica.lastStamp())).toBe(nodeOf(after));
      expect(batch().writes.map(({ stamp }) => stamp)).toContain(after);
    });

    test('[SY185] deletes what a purge took, and brings back what has an unsent edit', async () => {
      at.insert(['gone', 'edited', 'left']);
      await answer(batch());
      at.insert(['new']);
      at.rename(['edited'], 'not sent yet');
      const parts = Array.from({ length: 256 }, (_, part) => part);
      expect(await at.replica.dropAbsent(TABLE, parts, new Set(['left']))).toBe(2);
      const isLive = (id: string) => {
        const row = at.replica.row(TABLE, id);
        return row !== undefined && row.c.deleted_at == null;
      };
      expect(['gone', 'edited', 'left', 'new'].filter(isLive)).toEqual(['edited', 'left', 'new']);
      const sent = batch().tables.flatMap(({ rows }) => rows);
      expect(sent.map(({ id }) => id).sort()).toEqual(['edited', 'new']);
      const edited = sent.find(({ id }) => id === 'edited');
      // Over the deletion, wherever that was read.
      expect(edited?.f?.deleted_at?.localeCompare(edited.f.name ?? '')).toBeGreaterThanOrEqual(0);
      expect(edited?.c).toMatchObject({ name: 'not sent yet', deleted_at: null });
      expect(await at.replica.dropAbsent(TABLE, parts, new Set(['left', 'edited']))).toBe(0);
    });

    test('[SY145] sends rows again on demand, and everything where less was acknowledged', async () => {
      at.insert(['a']);
      await answer(batch());
      at.replica.sendAgain(
        TABLE,
        at.replica.digests(TABLE).map(({ bucket }) => bucket),
      );
      const again = batch();
      expect(again.tables[0]?.rows.map(({ id }) => id)).toEqual(['a']);
      await answer(again);
      expect(at.replica.nextBatch()).toBeNull();
      at.replica.acknowledge(0);
      expect(batch().tables[0]?.rows.map(({ id }) => id)).toEqual(['a']);
    });
  });
}

const OTHER = 'other-node';
const nodeOf = (stamp: string): string => stamp.slice(17);
const stampOf = (ms: number): string => `${ms.toString(16).padStart(12, '0')}0000-${OTHER}`;

const page = (rows: WireRow[], stamp: string, cursor: number): PullPage => ({
  tables: [{ table: TABLE, rows }],
  writes: [{ stamp, actor: 'somebody-else', action: 'test.edit', reason: null, sentBy: 'other' }],
  conflicts: [],
  access: [],
  ...{ cursor, isLast: true },
});
