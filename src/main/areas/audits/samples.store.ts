import type {
  Sample,
  SampleItemState,
  SampleSummary,
} from '../../../shared/areas/audits/samples.contract.ts';
import { reconciliationSchema } from '../../../shared/areas/audits/samples.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { auditSampleResultsTable, auditSamplesTable } from '../../db/tables/audit-work.table.ts';
import { readNames } from './audit-people.store.ts';

export type SampleRow = RowOf<typeof auditSamplesTable>;
export type ResultRow = RowOf<typeof auditSampleResultsTable>;

export function findSample(db: ReadDb, id: string): SampleRow | undefined {
  return db.rows(
    auditSamplesTable,
    'SELECT * FROM audit_samples WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function listSamples(db: ReadDb, auditId: string): SampleRow[] {
  return db.rows(
    auditSamplesTable,
    'SELECT * FROM audit_samples WHERE audit_id = ? AND deleted_at IS NULL ORDER BY number DESC',
    auditId,
  );
}

export function nextSampleNumber(db: ReadDb, auditId: string): number {
  const found = db.get<{ n: number | null }>(
    'SELECT max(number) AS n FROM audit_samples WHERE audit_id = ?',
    auditId,
  );
  return (found?.n ?? 0) + 1;
}

export function readResults(db: ReadDb, sampleId: string): ResultRow[] {
  return db.rows(
    auditSampleResultsTable,
    'SELECT * FROM audit_sample_results WHERE sample_id = ? AND deleted_at IS NULL',
    sampleId,
  );
}

export function findResult(db: ReadDb, sampleId: string, ref: string): ResultRow | undefined {
  return db.rows(
    auditSampleResultsTable,
    'SELECT * FROM audit_sample_results WHERE sample_id = ? AND item_ref = ? AND deleted_at IS NULL',
    sampleId,
    ref,
  )[0];
}

/** What a list shows of a sample. */
export function summarize(
  db: ReadDb,
  row: SampleRow,
  results: readonly ResultRow[],
): SampleSummary {
  const names = readNames(db);
  const count = (wanted: ResultRow['result']) =>
    results.filter(({ result }) => result === wanted).length;
  return {
    id: row.id,
    auditId: row.auditId,
    number: row.number,
    population: row.population,
    purpose: row.purpose,
    filter: row.filter,
    periodStart: toIso(row.periodStart),
    periodEnd: toIso(row.periodEnd),
    seed: row.seed,
    method: row.method,
    size: row.size,
    sizeBasis: row.sizeBasis,
    populationCount: row.populationCount,
    populationSha256: row.populationSha256,
    drawnBy: (row.drawnBy && names.get(row.drawnBy)) ?? null,
    drawnAt: toIso(row.drawnAt),
    tested: results.length,
    exceptions: count('EXCEPTION'),
    notTestable: count('NOT_TESTABLE'),
  };
}

function readTitles(db: ReadDb, ids: readonly string[]): Map<string, string> {
  return new Map(
    db
      .all<{ id: string; title: string }>(
        'SELECT id, title FROM evidence WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      )
      .map(({ id, title }) => [id, title]),
  );
}

function readNumbers(db: ReadDb, ids: readonly string[]): Map<string, number> {
  return new Map(
    db
      .all<{ id: string; number: number }>(
        'SELECT id, number FROM findings WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      )
      .map(({ id, number }) => [id, number]),
  );
}

export function toSample(db: ReadDb, row: SampleRow): Sample {
  const results = readResults(db, row.id);
  const byRef = new Map(results.map((result) => [result.itemRef, result]));
  const titles = readTitles(
    db,
    results.flatMap(({ evidenceId }) => evidenceId ?? []),
  );
  const numbers = readNumbers(
    db,
    results.flatMap(({ findingId }) => findingId ?? []),
  );
  const names = readNames(db);
  const items = row.items.map((item): SampleItemState => {
    const result = byRef.get(item.ref);
    const title = result?.evidenceId ? titles.get(result.evidenceId) : undefined;
    const finding = result?.findingId ? numbers.get(result.findingId) : undefined;
    return {
      ...item,
      facts: { ...item.facts },
      result: result?.result ?? null,
      note: result?.note ?? null,
      evidence: result?.evidenceId && title !== undefined ? { id: result.evidenceId, title } : null,
      finding:
        result?.findingId && finding !== undefined
          ? { id: result.findingId, number: finding }
          : null,
      testedBy: (result?.testedBy && names.get(result.testedBy)) ?? null,
      testedAt: result ? toIso(result.testedAt) : null,
    };
  });
  return {
    ...summarize(db, row, results),
    items,
    reconciliation: reconciliationSchema.parse(row.reconciliation),
  };
}
