/**
 * Import of indicators in two steps: a file is read and kept in memory under a token that only its reader
 * may use; what is written is what was looked at.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type {
  IndicatorImport,
  IndicatorImportPreview,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { HOUR_MS, toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileHandles } from '../../../platform/files.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { IndicatorImportInput } from './import.jobs.ts';
import {
  beginIndicatorImport,
  failImports,
  findIndicatorImport,
  type ImportRow,
  listIndicatorImports,
  nameImportJob,
} from './import.store.ts';
import type { ReadImport } from './import-file.stage.ts';
import type { ImportDefaults, Mapping } from './import-plan.ts';

export interface IndicatorFileDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

export interface FileQuery {
  readonly handle?: string | undefined;
  readonly name?: string | undefined;
}

const MAX_KEPT = 4;
const fileGone = () =>
  new AppError('not-found', 'This file is no longer at hand. Choose it again.');

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()).slice(0, 200) || 'file';

export function openFile(deps: IndicatorFileDeps, { handle, name }: FileQuery, request: Request) {
  if (handle !== undefined) {
    const file = deps.files.resolve(handle);
    if (!file) throw fileGone();
    return { fileName: file.name, bytes: createReadStream(file.path), hearOut: async () => {} };
  }
  if (!request.body)
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  return { fileName: cleanName(name), ...deps.readUpload(request.body) };
}

const shown = (row: ImportRow): IndicatorImport => ({
  ...{ id: row.id, jobId: row.job_id, fileName: row.file_name, format: row.format },
  ...{ state: row.state, message: row.message, total: row.total, added: row.added },
  ...{ updated: row.updated, unchanged: row.unchanged, skipped: row.skipped },
  problems: JSON.parse(row.problems) as IndicatorImport['problems'],
  startedAt: toIso(row.started_at),
  finishedAt: row.finished_at === null ? null : toIso(row.finished_at),
});

interface Kept {
  readonly fileName: string;
  readonly file: ReadImport;
  readonly actor: string;
  readonly at: number;
}

export function createIndicatorImport(deps: IndicatorFileDeps) {
  const { db, runner, newId, clock } = deps;
  const kept = new Map<string, Kept>();

  function keep(fileName: string, file: ReadImport, actor: string): string {
    for (const [token, { at }] of kept) if (at + HOUR_MS < clock.now()) kept.delete(token);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const token = newId();
    kept.set(token, { fileName, file, actor, at: clock.now() });
    return token;
  }

  function take(token: string, actor: string): Kept {
    const found = kept.get(token);
    if (!found || found.actor !== actor || found.at + HOUR_MS < clock.now()) throw fileGone();
    return found;
  }

  function get(id: string): IndicatorImport {
    const row = db.read('indicators.importOf', (reader) => findIndicatorImport(reader, id));
    if (!row) throw new AppError('not-found', 'There is no such import');
    return shown(row);
  }

  const fail = (id: string | null) =>
    db.write({ actor: null, origin: 'system', action: 'indicators.endImport' }, (tx) =>
      failImports(tx, id),
    );

  return {
    get,

    list: (limit: number): IndicatorImport[] =>
      db.read('indicators.imports', (reader) => listIndicatorImports(reader, limit).map(shown)),

    async preview(
      query: FileQuery,
      request: Request,
      actor: string,
    ): Promise<IndicatorImportPreview> {
      const { fileName, bytes, hearOut } = openFile(deps, query, request);
      const { finished } = runner.start({
        ...{ kind: 'indicator-file', title: `Read ${fileName}`, unit: 'indicators', total: null },
        ...{ startedBy: actor, input: { fileName }, source: bytes },
      });
      try {
        const file = (await finished) as ReadImport;
        const { packed: _, columns, sample, read, problems, ...rest } = file;
        return {
          ...{
            ...rest,
            token: keep(fileName, file, actor),
            fileName,
            mapping: { ...file.mapping },
          },
          ...{ columns: [...columns], sample: sample.map((row) => [...row]) },
          ...{ read: [...read], problems: [...problems] },
        };
      } finally {
        await hearOut();
      }
    },

    begin(
      given: { token: string; mapping: Mapping; defaults: ImportDefaults },
      actor: string,
    ): IndicatorImport {
      const { fileName, file } = take(given.token, actor);
      const mapping = { ...file.mapping, ...given.mapping };
      if (file.format === 'csv' && (mapping.value ?? -1) < 0)
        throw new AppError('bad-input', 'Choose the column that holds the indicators', {
          issues: [{ path: 'mapping', message: 'Choose the column that holds the indicators' }],
        });
      kept.delete(given.token);
      const id = newId();
      const caller = {
        actor,
        origin: 'user',
        action: 'indicators.beginImport',
        reason: fileName,
      } as const;
      const { format, total, packed, problems } = file;
      db.write(caller, (tx) => beginIndicatorImport(tx, { id, fileName, format, total, actor }));
      const input: IndicatorImportInput = {
        importId: id,
        fileName,
        packed,
        mapping,
        defaults: given.defaults,
        problems,
      };
      try {
        const { job, finished } = runner.start({
          ...{ kind: 'indicator-import', title: `Import ${fileName}`, unit: 'indicators', total },
          ...{ startedBy: actor, input },
        });
        db.write(caller, (tx) => nameImportJob(tx, id, job.id));
        finished.catch(() => fail(id));
      } catch (error) {
        fail(id);
        throw error;
      }
      return get(id);
    },

    /** Imports that an earlier process did not end. */
    recover: () => fail(null),
  };
}
