/** Investigations: what people do with them. The engine runs as a job; see investigation-runs.ts. */
import type {
  Investigation,
  InvestigationChange,
  InvestigationClosing,
  InvestigationDetail,
  NewInvestigation,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { indicatorsTable, investigationsTable } from '../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { NewId } from '../../platform/ids.ts';
import type { BundleKeeper } from './bundle.ts';
import {
  keptSteps,
  refsOfDetail,
  toDetail,
  toInvestigation,
  toSteps,
} from './investigation-rows.ts';
import type { InvestigationRuns } from './investigation-runs.ts';
import {
  bundleHash,
  findInvestigation,
  type InvestigationRow,
  indicatorsOf,
  labelsOf,
  peopleNames,
} from './investigations.store.ts';
import {
  countInvestigations,
  type InvestigationFilter,
  type ListPlace,
  listInvestigations,
} from './investigations-list.store.ts';
import { findRun, forgetRun, readSteps } from './runs.store.ts';

/** Files that an investigation was brought. */
export interface InvestigationFiles {
  /** Some of them are being read or wait for it. */
  isBusy(id: string): boolean;
  removeAll(tx: WriteTx, id: string): void;
}

export interface InvestigationServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly newId: NewId;
  readonly runs: InvestigationRuns;
  readonly bundles: BundleKeeper;
  readonly files: InvestigationFiles;
  /** What a model that is asked has done so far; undefined where none is. */
  readonly modelPhases: (id: string) => readonly string[] | undefined;
}

interface Paging {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface Listed<T> {
  readonly rows: T[];
  readonly total: number;
  readonly nextCursor: string | null;
}

function placeOf(cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null;
  const [createdAt, id] = fromCursor(cursor, ['number', 'string']);
  return { createdAt, id };
}

function pageOf<R extends ListPlace>(rows: readonly R[], limit: number) {
  const last = rows[limit - 1];
  return {
    shown: rows.slice(0, limit),
    nextCursor: last && rows.length > limit ? toCursor([last.createdAt, last.id]) : null,
  };
}

function mustFind(db: ReadDb, id: string): InvestigationRow {
  const row = findInvestigation(db, id);
  if (!row) throw new AppError('not-found', 'There is no such investigation');
  return row;
}

function mustBeOpen({ closedAt }: InvestigationRow): void {
  if (closedAt !== null)
    throw new AppError('conflict', 'This investigation is closed; it is not changed any more');
}

export function createInvestigationService(deps: InvestigationServiceDeps) {
  const { db, runner, newId, runs, bundles } = deps;

  function mustBeIdle(id: string): void {
    if (runs.isActive(id))
      throw new AppError('conflict', 'This investigation is running; cancel it first');
    if (deps.files.isBusy(id))
      throw new AppError(
        'conflict',
        'Files of this investigation are being read; wait for them or cancel them first',
      );
  }

  function detail(reader: ReadDb, id: string): InvestigationDetail {
    const row = mustFind(reader, id);
    const run = runs.seen(reader, id);
    const people = [row.investigator, row.createdBy, row.closedBy].flatMap((one) => one ?? []);
    const evidenceId = row.bundleEvidenceId;
    const phases = deps.modelPhases(id);
    return toDetail(row, run, {
      steps: run ? toSteps(readSteps(reader, id, run.row.run), run) : keptSteps(row),
      labels: labelsOf(reader, refsOfDetail(row)),
      isModelAsked: phases !== undefined,
      modelPhases: [...(phases ?? [])],
      bundle: evidenceId === null ? null : { evidenceId, sha256: bundleHash(reader, evidenceId) },
      names: peopleNames(reader, people),
    });
  }

  const get = (id: string): InvestigationDetail =>
    db.read('forensics.get', (reader) => detail(reader, id));

  function write(
    id: string,
    { actor, action, reason }: { actor: string; action: string; reason?: string },
    fn: (tx: WriteTx, row: InvestigationRow) => void,
  ): void {
    const caller = {
      actor,
      origin: 'user',
      action,
      ...(reason === undefined ? {} : { reason }),
    } as const;
    db.write(caller, (tx) => {
      const row = mustFind(tx, id);
      mustBeOpen(row);
      fn(tx, row);
    });
  }

  return {
    get,

    list(filter: InvestigationFilter, { limit, cursor }: Paging): Listed<Investigation> {
      return db.read('forensics.list', (reader) => {
        const rows = listInvestigations(reader, filter, {
          after: placeOf(cursor),
          limit: limit + 1,
        });
        const { shown, nextCursor } = pageOf(rows, limit);
        const seen = runs.seenAll(
          reader,
          shown.map(({ id }) => id),
        );
        const names = peopleNames(
          reader,
          shown.flatMap(({ investigator }) => investigator ?? []),
        );
        return {
          rows: shown.map((row) => toInvestigation(row, seen.get(row.id) ?? null, names)),
          total: countInvestigations(reader, filter),
          nextCursor,
        };
      });
    },

    investigate(input: NewInvestigation, actor: string): InvestigationDetail {
      const id = newId();
      db.write({ actor, origin: 'user', action: 'forensics.open' }, (tx) =>
        tx.insert(investigationsTable, {
          ...{
            id,
            incidentId: input.incidentId,
            title: input.title,
            description: input.description,
          },
          ...{ investigationType: input.investigationType, priority: input.priority },
          ...{ scope: { alertIds: input.alertIds }, createdBy: actor },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        }),
      );
      runs.begin(id, { actor, isAnew: true });
      return get(id);
    },

    change(
      id: string,
      { seen, ...change }: InvestigationChange,
      actor: string,
    ): InvestigationDetail {
      write(id, { actor, action: 'forensics.change' }, (tx, row) => {
        if (seen !== undefined && seen !== toIso(row.updatedAt))
          throw new AppError(
            'conflict',
            'This investigation was changed meanwhile; look at it again',
          );
        tx.update(investigationsTable, id, {
          ...(change.title === undefined ? {} : { title: change.title }),
          ...(change.description === undefined ? {} : { description: change.description }),
          ...(change.priority === undefined ? {} : { priority: change.priority }),
          updatedAt: tx.now,
        });
      });
      return get(id);
    },

    run(id: string, isAnew: boolean, actor: string): InvestigationDetail {
      mustBeOpen(db.read('forensics.find', (reader) => mustFind(reader, id)));
      if (runs.isActive(id))
        throw new AppError('conflict', 'This investigation is running already');
      runs.begin(id, { actor, isAnew });
      return get(id);
    },

    async cancel(id: string, actor: string): Promise<InvestigationDetail> {
      mustBeOpen(db.read('forensics.find', (reader) => mustFind(reader, id)));
      await runs.cancel(id, actor);
      return get(id);
    },

    async close(
      id: string,
      { reason, verdict }: InvestigationClosing,
      actor: string,
    ): Promise<InvestigationDetail> {
      mustBeIdle(id);
      write(id, { actor, action: 'forensics.close', reason }, (tx, row) => {
        const stands = verdict ?? row.verdict;
        if (!stands)
          throw new AppError('bad-input', 'Verdict is required', {
            issues: [{ path: 'verdict', message: 'Verdict is required' }],
          });
        tx.update(investigationsTable, id, {
          ...{ status: 'COMPLETED', closedAt: tx.now, closedBy: actor, closingReason: reason },
          ...{ closingVerdict: stands, completedAt: row.completedAt ?? tx.now, updatedAt: tx.now },
        });
        const isActive = stands !== 'benign';
        for (const indicator of indicatorsOf(tx, id))
          if (!isActive) tx.update(indicatorsTable, indicator.id, { isActive });
      });
      await bundles.freeze(id, actor);
      return get(id);
    },

    remove(id: string, actor: string): void {
      mustBeIdle(id);
      write(id, { actor, action: 'forensics.remove' }, (tx) => {
        for (const indicator of indicatorsOf(tx, id)) tx.remove(indicatorsTable, indicator.id);
        deps.files.removeAll(tx, id);
        tx.remove(investigationsTable, id);
        if (findRun(tx, id)) forgetRun(tx, id);
      });
    },

    /** The file's bytes, made in a job. */
    async report(
      id: string,
      format: string,
      actor: string,
    ): Promise<{ title: string; bytes: Uint8Array }> {
      const { title } = db.read('forensics.find', (reader) => mustFind(reader, id));
      const { finished } = runner.start({
        ...{ kind: 'investigation-report', unit: 'steps', total: 2, startedBy: actor },
        title: `Report of an investigation: ${title.slice(0, 80)}`,
        input: { id, format },
      });
      return { title, bytes: (await finished) as Uint8Array };
    },
  };
}
export type InvestigationService = ReturnType<typeof createInvestigationService>;
