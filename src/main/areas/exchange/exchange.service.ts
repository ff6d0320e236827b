/**
 * Exports, and imports in two steps: a file is received, read and judged; what is taken over is what was
 * judged. Files lie encrypted in the data folder for a day; a name is shown only, never used as a path.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type {
  ExportRequest,
  ExportSubject,
  Receipt,
} from '../../../shared/areas/exchange/exchange.contract.ts';
import {
  FILE_KEPT_MS,
  FORMAT_WORDS,
  PACKAGE_MAX_BYTES,
} from '../../../shared/areas/exchange/exchange.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner, StartedJob } from '../../jobs/job-runner.ts';
import type { BlobStore } from '../../platform/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { findIncidentRow, findInvestigationRow } from './case-reader.store.ts';
import { fileNameOf } from './exchange-files.ts';
import type { ExportInput } from './export.jobs.ts';
import type { ImportInput } from './import.jobs.ts';
import { toReceipt } from './receipt-view.ts';
import {
  beginReceipt,
  endReceipt,
  expireFiles,
  failReceipts,
  fileReceipt,
  findReceipt,
  isFileUsed,
  nameReceiptJob,
  type ReceiptRow,
  runReceipt,
} from './receipts.store.ts';
import { countReceipts, type ListedPlace, listReceipts, peopleOf } from './receipts-list.store.ts';

export interface ExchangeDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly files: FileHandles;
  readonly store: BlobStore;
  /** Days and names that a filter speaks of, as the account means them. */
  readonly settle: (filter: AlertFilter, me: string) => AlertFilter;
  /** A body that may be left half-way. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

const noReceipt = () => new AppError('not-found', 'There is no such receipt');
const fileGone = () =>
  new AppError('not-found', 'This file is no longer kept. Make the export again.');

const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()).slice(0, 200) || 'file';

async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.byteLength;
    if (size > PACKAGE_MAX_BYTES)
      throw new AppError('bad-input', 'This file is larger than the 20 GiB that are read.');
    yield bytes;
  }
}

function titleIn(db: Database, subject: ExportSubject): string {
  return db.read('exchange.title', (reader) => {
    if (subject.type === 'alerts') return 'Alerts';
    if (subject.type === 'indicators') return 'Indicators';
    const found =
      subject.type === 'incident'
        ? findIncidentRow(reader, subject.id)?.name
        : findInvestigationRow(reader, subject.id)?.title;
    if (found === undefined)
      throw new AppError(
        'not-found',
        subject.type === 'incident'
          ? 'There is no such incident'
          : 'There is no such investigation',
      );
    return found;
  });
}

export function createExchange(deps: ExchangeDeps) {
  const { db, runner, clock, newId, store } = deps;
  const system = { actor: null, origin: 'system', action: 'exchange.tidy' } as const;

  function rowOf(id: string): ReceiptRow {
    const row = db.read('exchange.receipt', (reader) => findReceipt(reader, id));
    if (!row) throw noReceipt();
    return row;
  }

  function get(id: string): Receipt {
    const row = rowOf(id);
    const names = db.read('exchange.people', (reader) =>
      peopleOf(reader, row.started_by === null ? [] : [row.started_by]),
    );
    return toReceipt({ ...row, kind: 'exchange' }, names);
  }

  /** Begins a job for a receipt; where the job cannot say its end, the receipt says so. */
  function run(
    id: string,
    actor: string,
    job: { kind: string; title: string; unit: string; input: ExportInput | ImportInput },
  ): Receipt {
    const fail = (run: string | null) => db.write(system, (tx) => failReceipts(tx, id, run));
    let started: StartedJob;
    try {
      started = runner.start({ ...job, total: null, startedBy: actor });
    } catch (error) {
      fail(null);
      throw error;
    }
    const jobId = started.job.id;
    db.write({ actor, origin: 'user', action: job.kind }, (tx) => nameReceiptJob(tx, id, jobId));
    started.finished.catch(() => fail(jobId));
    return get(id);
  }

  function read(
    row: ReceiptRow,
    asked: Pick<ImportInput, 'isTaking' | 'password' | 'mayTakePackages'>,
    actor: string,
  ) {
    const { id, sha256, size_bytes: size, subject: fileName } = row;
    if (sha256 === null || size === null || row.expires_at === null || !store.has(sha256))
      throw new AppError('not-found', 'This file is no longer kept. Choose it again.');
    const input: ImportInput = { receiptId: id, sha256, size, fileName, ...asked };
    const verb = asked.isTaking ? 'Take over' : 'Read';
    const title = `${verb} ${fileName}`;
    return run(id, actor, { kind: 'exchange-import', title, unit: 'records', input });
  }

  return {
    get,

    list(query: { limit: number; after: ListedPlace | null }) {
      return db.read('exchange.receipts', (reader) => {
        const rows = listReceipts(reader, query);
        const names = peopleOf(
          reader,
          rows.flatMap(({ started_by: by }) => by ?? []),
        );
        const last = rows.length < query.limit ? undefined : rows.at(-1);
        return {
          rows: rows.map((row) => toReceipt(row, names)),
          total: countReceipts(reader),
          next: last ? { startedAt: last.started_at, id: last.id } : null,
        };
      });
    },

    export({ subject: given, format, password }: ExportRequest, actor: string): Receipt {
      const subject: ExportSubject =
        given.type === 'alerts' ? { ...given, filter: deps.settle(given.filter, actor) } : given;
      const title = titleIn(db, subject);
      const id = newId();
      db.write({ actor, origin: 'user', action: 'exchange.export', reason: title }, (tx) =>
        beginReceipt(tx, { id, direction: 'out', format, subject: title, actor }),
      );
      const input: ExportInput = {
        ...{ receiptId: id, subject, format, title, password: password ?? null },
      };
      const words = FORMAT_WORDS[format].label;
      return run(id, actor, {
        ...{ kind: 'exchange-export', unit: 'records', input },
        title: `Export ${title.slice(0, 80)} as ${words}`,
      });
    },

    /** The file that an export made, by pieces. */
    file(id: string): { name: string; size: number; bytes: AsyncIterable<Uint8Array> } {
      const { direction, state, file_name: name, sha256, size_bytes: size, expires_at } = rowOf(id);
      const isThere = direction === 'out' && state === 'DONE' && expires_at !== null;
      if (!isThere || name === null || sha256 === null || size === null || !store.has(sha256))
        throw fileGone();
      return { name, size, bytes: store.read(sha256) };
    },

    async receive(
      { handle, name }: { handle?: string | undefined; name?: string | undefined },
      request: Request,
      actor: string,
    ): Promise<Receipt> {
      const opened = open(deps, { handle, name }, request);
      const id = newId();
      const caller = { actor, origin: 'user', action: 'exchange.receive' } as const;
      try {
        const stored = await store.put(bounded(opened.bytes), { onTrial: true });
        db.write({ ...caller, reason: opened.fileName }, (tx) => {
          beginReceipt(tx, {
            ...{ id, direction: 'in', format: 'unknown', subject: opened.fileName, actor },
          });
          fileReceipt(tx, id, {
            ...{ name: fileNameOf(opened.fileName, ''), sha256: stored.sha256, size: stored.size },
            expiresAt: clock.now() + FILE_KEPT_MS,
          });
        });
        store.keep(stored.sha256);
        if (stored.size === 0) {
          db.write(caller, (tx) =>
            endReceipt(tx, id, { state: 'FAILED', message: 'This file is empty.' }),
          );
          return get(id);
        }
      } finally {
        await opened.hearOut();
      }
      const asked = { isTaking: false, password: null, mayTakePackages: false };
      return read(rowOf(id), asked, actor);
    },

    /** @throws AppError 'conflict' where it is not waiting to be taken over. */
    take(
      id: string,
      { password, mayTakePackages }: { password: string | undefined; mayTakePackages: boolean },
      actor: string,
    ): Receipt {
      const row = rowOf(id);
      if (row.direction !== 'in') throw noReceipt();
      const mayAgain = row.state === 'READY' || row.state === 'FAILED' || row.state === 'CANCELLED';
      if (!mayAgain)
        throw new AppError('conflict', 'This import is running, or was taken over already');
      if (row.format === 'package' && !mayTakePackages)
        throw new AppError('forbidden', 'Packages are taken over by administrators only');
      db.write({ actor, origin: 'user', action: 'exchange.take', reason: row.subject }, (tx) =>
        runReceipt(tx, id),
      );
      return read(row, { isTaking: true, password: password ?? null, mayTakePackages }, actor);
    },

    /** At the start, and each day. */
    expire(): void {
      for (const sha256 of db.write(system, expireFiles)) store.remove(sha256);
    },

    async recover(): Promise<void> {
      db.write(system, (tx) => failReceipts(tx, null));
      await store.tidy((sha256) =>
        db.read('exchange.isFileUsed', (reader) => isFileUsed(reader, sha256)),
      );
    },
  };
}
export type Exchange = ReturnType<typeof createExchange>;

function open(
  deps: ExchangeDeps,
  { handle, name }: { handle?: string | undefined; name?: string | undefined },
  request: Request,
) {
  if (handle !== undefined) {
    const file = deps.files.resolve(handle);
    if (!file) throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
    return { fileName: file.name, bytes: createReadStream(file.path), hearOut: async () => {} };
  }
  if (!request.body)
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  return { fileName: cleanName(name), ...deps.readUpload(request.body) };
}
