/**
 * The rows that exercises work on: which they are, and how they go to the start of an exercise and
 * back to what the demo made. Every change goes through the write door, in the trainee's name.
 */
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../db/tables/evidence.table.ts';
import { type TrainingRowKind, trainingRowsTable } from '../../db/tables/training.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { AlertRow } from '../alerts/alert-rows.ts';
import type { AlertPatch } from '../alerts/alerts.store.ts';
import type { ExerciseDefinition } from './exercise.ts';
import { CANDIDATE_TITLES, MADE_EVIDENCE } from './exercises/close-gap.exercise.ts';
import { differs, type StartState, startPatch, WORKED_FIELDS } from './start-states.ts';

const DAY_MS = 86_400_000;
const CONTROL_FIELDS = ['status', 'lastAssessment', 'nextAssessment'] as const;

/** The alerts area as an exercise needs it, wired in `main/app`. */
export type ChangeAlert = (
  tx: WriteTx,
  id: string,
  decide: (before: AlertRow) => AlertPatch,
) => AlertRow | undefined;

/** An alert of the demo that an exercise needs to find again. */
export interface AlertMark {
  readonly part: string;
  readonly id: string;
}

export function saveRow(
  tx: WriteTx,
  row: { part: string; recordId: string; kind: TrainingRowKind; original: unknown },
): void {
  tx.run(
    'INSERT INTO training_rows (part, record_id, kind, original) VALUES (?, ?, ?, ?)',
    row.part,
    row.recordId,
    row.kind,
    row.original === null ? null : JSON.stringify(row.original),
  );
}

function picked(row: Readonly<Record<string, unknown>>, fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** Called at the end of making the demo: remembers what exercises work on, and how it was made. */
export function markExerciseRows(tx: WriteTx, marks: readonly AlertMark[]): void {
  for (const { part, id } of marks) {
    const [alert] = tx.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ?', id);
    if (!alert) throw new Error(`The demo has no alert for ${part}`);
    const original = picked(alert, WORKED_FIELDS);
    saveRow(tx, { part, recordId: id, kind: 'alert', original });
  }
  const gaps = tx.all<{ id: string; name: string; control: string }>(
    `SELECT c.id, f.name, c.control_id AS control FROM controls c
     JOIN compliance_frameworks f ON f.id = c.framework_id WHERE c.status = 'NON_COMPLIANT'`,
  );
  for (const { id, name, control } of gaps) {
    const [row] = tx.rows(controlsTable, 'SELECT * FROM controls WHERE id = ?', id);
    const original = picked(row ?? {}, CONTROL_FIELDS);
    saveRow(tx, { part: `control/${name} ${control}`, recordId: id, kind: 'control', original });
  }
  for (const title of CANDIDATE_TITLES) {
    const row = tx.get<{ id: string }>('SELECT id FROM evidence WHERE title = ?', title);
    if (!row) throw new Error(`The demo has no evidence called ${title}`);
    saveRow(tx, { part: `evidence/${title}`, recordId: row.id, kind: 'evidence', original: {} });
  }
}

export function readRows(db: ReadDb) {
  return db.rows(trainingRowsTable, 'SELECT * FROM training_rows');
}

function forget(tx: WriteTx, recordId: string): void {
  tx.run('DELETE FROM training_rows WHERE record_id = ?', recordId);
}

/** Puts the alerts of an exercise to its start, or all of them back to what the demo made. */
function placeAlerts(
  tx: WriteTx,
  changeAlert: ChangeAlert,
  starts: Readonly<Record<string, StartState>>,
): void {
  for (const row of readRows(tx)) {
    const start = starts[row.part];
    if (row.kind !== 'alert' || start === undefined) continue;
    const patch = startPatch((row.original ?? {}) as AlertPatch, start);
    const [now] = tx.rows(alertsTable, 'SELECT * FROM alerts WHERE id = ?', row.recordId);
    if (!now || !differs(now, patch)) continue;
    changeAlert(tx, row.recordId, () => ({ ...patch, updatedAt: tx.now }));
  }
}

/** Takes back what trainees did to the controls: status, links, evidence that an exercise put in. */
function restoreControls(tx: WriteTx): void {
  for (const row of readRows(tx)) {
    if (row.kind === 'control') {
      const [now] = tx.rows(controlsTable, 'SELECT * FROM controls WHERE id = ?', row.recordId);
      const original = row.original ?? {};
      if (!now || CONTROL_FIELDS.every((field) => now[field] === original[field])) continue;
      tx.update(controlsTable, row.recordId, { ...original, updatedAt: tx.now });
    } else if (row.kind === 'link') {
      tx.remove(controlEvidenceTable, row.recordId);
      forget(tx, row.recordId);
    } else if (row.kind === 'evidence' && row.original === null) {
      tx.remove(evidenceTable, row.recordId);
      forget(tx, row.recordId);
    }
  }
}

function addEvidence(tx: WriteTx, newId: NewId): void {
  const collectedBy = tx.get<{ by: string | null }>(
    'SELECT collected_by AS by FROM evidence WHERE title = ?',
    CANDIDATE_TITLES[0] ?? '',
  )?.by;
  for (const made of MADE_EVIDENCE) {
    const id = newId();
    const at = tx.now - made.collected * DAY_MS;
    tx.insert(evidenceTable, {
      id,
      title: made.title,
      description: made.description,
      type: made.type,
      collectedBy: collectedBy ?? null,
      collectionDate: at,
      expirationDate: at + made.validFor * DAY_MS,
      verdict: 'ACCEPTED',
      reviewNote: 'Accepted for the exercise.',
      seriesId: id,
      createdAt: tx.now,
    });
    saveRow(tx, { part: made.part, recordId: id, kind: 'evidence', original: null });
  }
}

const worksOnControls = ({ needs }: ExerciseDefinition): boolean => needs === 'training.assess';

export interface RowDeps {
  readonly changeAlert: ChangeAlert;
  readonly newId: NewId;
}

export function placeAtStart(tx: WriteTx, exercise: ExerciseDefinition, deps: RowDeps): void {
  placeAlerts(tx, deps.changeAlert, exercise.starts);
  if (!worksOnControls(exercise)) return;
  restoreControls(tx);
  addEvidence(tx, deps.newId);
}

export function putBackAsMade(tx: WriteTx, exercise: ExerciseDefinition, deps: RowDeps): void {
  const asMade = Object.fromEntries(
    Object.keys(exercise.starts).map((part) => [part, 'as-made' as const]),
  );
  placeAlerts(tx, deps.changeAlert, asMade);
  if (worksOnControls(exercise)) restoreControls(tx);
}
