/**
 * Import of risks in two steps: a file is read and kept in memory under a token that only its reader
 * may use; what is written is what was looked at, compared with the register as it is then.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type {
  ImportOutcome,
  RiskImport,
  RiskImportPreview,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import type { ReadRiskFile, RiskImportInput } from './risk-import.jobs.ts';
import {
  beginImport,
  endCutOffImports,
  endImport,
  findImport,
  listImportRows,
  listImports,
  nameJob,
} from './risk-import.store.ts';

export interface RiskImportDeps {
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

interface KeptFile {
  readonly fileName: string;
  readonly file: ReadRiskFile;
  readonly actor: string;
  readonly at: number;
}

const MAX_KEPT = 4;

const fileGone = () =>
  new AppError('not-found', 'This file is no longer at hand. Choose it again.');

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()) || 'file';

function createKeptFiles({ clock, newId }: Pick<RiskImportDeps, 'clock' | 'newId'>) {
  const kept = new Map<string, KeptFile>();
  const isOld = ({ at }: KeptFile) => at + HOUR_MS < clock.now();
  return {
    keep(file: Omit<KeptFile, 'at'>): string {
      for (const [token, one] of kept) if (isOld(one)) kept.delete(token);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      const token = newId();
      kept.set(token, { ...file, at: clock.now() });
      return token;
    },
    /** Once: a file that is imported twice is chosen twice. */
    take(token: string, actor: string): KeptFile {
      const found = kept.get(token);
      if (!found || found.actor !== actor || isOld(found)) throw fileGone();
      kept.delete(token);
      return found;
    },
  };
}

interface FileQuery {
  readonly handle?: string | undefined;
  readonly name?: string | undefined;
}

function openFile(deps: RiskImportDeps, { handle, name }: FileQuery, request: Request) {
  if (handle !== undefined) {
    const file = deps.files.resolve(handle);
    if (!file) throw fileGone();
    return { fileName: file.name, bytes: createReadStream(file.path), hearOut: async () => {} };
  }
  if (!request.body)
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  return { fileName: cleanName(name), ...deps.readUpload(request.body) };
}

export function createRiskImport(deps: RiskImportDeps) {
  const { db, runner, newId } = deps;
  const kept = createKeptFiles(deps);

  async function preview(
    query: FileQuery,
    request: Request,
    actor: string,
  ): Promise<RiskImportPreview> {
    const { fileName, bytes, hearOut } = openFile(deps, query, request);
    const { finished } = runner.start({
      ...{ kind: 'risk-file', title: `Read ${fileName}`, unit: 'risks', total: null },
      ...{ startedBy: actor, input: { fileName }, source: bytes },
    });
    try {
      const file = (await finished) as ReadRiskFile;
      const { format, columns, notes, counts, shown, rows } = file;
      const token = kept.keep({ fileName, file, actor });
      return {
        ...{ token, fileName, format, ...counts, total: rows.length },
        ...{ columns: [...columns], notes: [...notes], rows: [...shown] },
      };
    } finally {
      await hearOut();
    }
  }

  function mustFind(id: string): RiskImport {
    const found = db.read('risk.import', (reader) => findImport(reader, id));
    if (!found) throw new AppError('not-found', 'There is no such import');
    return found;
  }

  function begin(token: string, actor: string): RiskImport {
    const { file, fileName } = kept.take(token, actor);
    const id = newId();
    const caller = {
      actor,
      origin: 'user',
      action: 'risks.beginImport',
      reason: fileName,
    } as const;
    const { format, notes, rows } = file;
    db.write(caller, (tx) =>
      beginImport(tx, { id, fileName, format, notes, total: rows.length, startedBy: actor }),
    );
    const input: RiskImportInput = { importId: id, fileName, rows };
    try {
      const { job, finished } = runner.start({
        ...{ kind: 'risk-import', title: `Import ${fileName}`, unit: 'risks' },
        ...{ total: rows.length, startedBy: actor, input },
      });
      db.write(caller, (tx) => nameJob(tx, id, job.id));
      finished.catch(() => end(id));
    } catch (error) {
      end(id);
      throw error;
    }
    return mustFind(id);
  }

  /** Where the job could not say so itself. */
  function end(id: string): void {
    db.write({ actor: null, origin: 'system', action: 'risks.endImport' }, (tx) =>
      endImport(tx, id, { state: 'FAILED', message: 'The import ended before its last row.' }),
    );
  }

  return {
    preview,
    begin,
    get: mustFind,
    list: (query: { limit: number; cursor?: string | undefined }) =>
      db.read('risk.imports', (reader) => listImports(reader, query)),
    rows(
      id: string,
      query: { limit: number; cursor?: string | undefined; outcome?: ImportOutcome | undefined },
    ) {
      mustFind(id);
      return db.read('risk.importRows', (reader) => listImportRows(reader, id, query));
    },
    /** Imports that an earlier process did not end. */
    recover: () =>
      db.write({ actor: null, origin: 'system', action: 'risks.endImport' }, endCutOffImports),
  };
}
export type RiskImportService = ReturnType<typeof createRiskImport>;
