/** What a handover reads of the tables: colleagues elsewhere, many actions, and whose proposals were not followed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { readHandoverFacts } from '../../src/main/areas/handover/handover-facts.jobs.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import type { HandoverSection } from '../../src/shared/areas/handover/handover.contract.ts';
import { HOUR_MS } from '../../src/shared/kernel/time.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

let opened: TestDb;
let since: number;
beforeEach(() => {
  opened = openTestDb();
  since = opened.clock.now() - HOUR_MS;
});
afterEach(() => opened.close());

const write = (fn: (tx: WriteTx) => void) =>
  opened.db.write({ actor: null, origin: 'system', action: 'test.handover' }, fn);
const add = (tx: WriteTx, row: Parameters<typeof alertRow>[0]) =>
  insertAlertBatch(tx, packAlerts([{ row: alertRow(row), raw: null }]));

function section(name: HandoverSection['name']): HandoverSection {
  const until = opened.clock.now();
  const facts = opened.db.read('test.facts', (db) =>
    readHandoverFacts(db, { since, until, timeZone: 'UTC' }),
  );
  const found = facts.sections.find((one) => one.name === name);
  if (!found) throw new Error(`No section ${name}`);
  return found;
}
const figures = (name: HandoverSection['name']) =>
  Object.fromEntries(section(name).figures.map(({ label, n }) => [label, n]));

test('[HO13] more actions than a page holds are all counted', () => {
  write((tx) => {
    for (let n = 0; n < 1_205; n++)
      tx.run(
        `INSERT INTO desk_actions (id, kind, actor, at, summary, row_count, state)
         VALUES (?, 'incidents.rename', NULL, ?, 'Rename', 1, 'DONE')`,
        `deed-${n}`,
        since + 1,
      );
  });
  expect(section('changed').total).toBe(1_205);
  expect(figures('changed')).toEqual({ 'Groups and incidents': 1_205 });
});

test('[HO1] what a colleague closed on another workstation is not told as automatic', () => {
  const closed = { status: 'RESOLVED', verdict: 'TRUE_POSITIVE', resolvedAt: since + 1 } as const;
  write((tx) => {
    add(tx, { id: 'theirs', ...closed, closedBy: 'colleague' });
    add(tx, { id: 'by-itself', ...closed, closedBy: null, autoClosedAt: since + 1 });
    tx.run(
      `INSERT INTO audit_log (at, actor, origin, action, resource, record_id, row_count, changes, stamp)
       VALUES (?, 'colleague', 'sync', 'alerts.resolve', 'alerts', 'theirs', 1, ?, '')`,
      since + 1,
      JSON.stringify({ status: ['OPEN', 'RESOLVED'] }),
    );
  });
  expect(figures('decided')).toEqual({ 'True positive': 1, 'Closed automatically': 1 });
});

test('[HO14] closings by people against the engine or an investigation are overridden proposals', () => {
  const ESCALATE = 0;
  const LIKELY_BENIGN = 2;
  const closings = [
    { id: 'quiet-attack', said: LIKELY_BENIGN, verdict: 'TRUE_POSITIVE' },
    { id: 'loud-nothing', said: ESCALATE, verdict: 'FALSE_POSITIVE' },
    { id: 'loud-attack', said: ESCALATE, verdict: 'TRUE_POSITIVE' },
    { id: 'quiet-nothing', said: LIKELY_BENIGN, verdict: 'BENIGN_TRUE_POSITIVE' },
    { id: 'case-was-wrong', found: 'malicious', verdict: 'FALSE_POSITIVE' },
    { id: 'case-missed-it', found: 'benign', verdict: 'TRUE_POSITIVE' },
    { id: 'case-was-right', found: 'benign', verdict: 'FALSE_POSITIVE' },
    { id: 'both', said: LIKELY_BENIGN, found: 'benign', verdict: 'TRUE_POSITIVE' },
  ] as const;
  write((tx) => {
    for (const closing of closings) {
      const { id, verdict } = closing;
      const isFalse = verdict === 'FALSE_POSITIVE';
      add(tx, {
        ...{ id, title: id, verdict, status: isFalse ? 'FALSE_POSITIVE' : 'RESOLVED' },
        ...{ closedBy: 'analyst', resolvedAt: since + 2 },
        aiInvestigation: 'found' in closing ? { verdict: closing.found } : null,
      });
      if ('said' in closing)
        tx.run(
          `INSERT INTO engine_decisions
             (alert_seq, suspicion, decision, created_at, scored_at, is_open, reasons)
           SELECT seq, 50, ?, created_at, ?, 0, 0 FROM alerts WHERE id = ?`,
          closing.said,
          since + 1,
          id,
        );
    }
  });
  const overridden = section('overridden');
  expect(overridden.lines.map(({ text }) => text).sort()).toEqual(
    ['both', 'case-missed-it', 'case-was-wrong', 'loud-nothing', 'quiet-attack'].sort(),
  );
  expect(figures('overridden')).toEqual({
    'Closed against the engine': 3,
    'Closed against an investigation': 2,
  });
  expect(overridden.total).toBe(5);
});
