import { createReadStream } from 'node:fs';
import type {
  Import,
  ImportPreview,
  ImportQuery,
} from '../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import { csvCell } from '../../platform/csv-cell.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { PREVIEW_HEAD_BYTES, previewImport } from './import/preview.ts';
import type { ImportInput } from './import-alerts.jobs.ts';
import { IMPORT_INTERRUPTED, type ImportStore } from './imports.store.ts';
import { readUploadBody } from './upload-body.ts';

export interface ImportServiceDeps {
  readonly store: ImportStore;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly clock: Clock;
  readonly newId: NewId;
}

interface OpenedFile {
  readonly name: string;
  readonly size: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Resolves when the sender may be answered; null for the desktop's own disk, where nobody sends. */
  readonly hearOut: (() => Promise<void>) | null;
}

const NAMELESS = 'upload';

/** A name is shown and logged only, never used as a path; control characters would garble both. */
function cleanName(name: string | undefined): string {
  const cleaned = (name ?? '').replace(/\p{Cc}/gu, ' ').trim();
  return cleaned || NAMELESS;
}

/** At most `limit` bytes from the front. */
async function readHead(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

export function createImportService({ store, runner, files, clock, newId }: ImportServiceDeps) {
  function openFile(query: ImportQuery, request: Request): OpenedFile {
    if (query.handle !== undefined) {
      const file = files.resolve(query.handle);
      if (!file)
        throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
      return {
        name: file.name,
        size: file.size,
        bytes: createReadStream(file.path),
        hearOut: null,
      };
    }
    if (!request.body)
      throw new AppError('bad-input', 'The request has no body: send the file as its body');
    const length = request.headers.get('content-length');
    const size = length === null ? null : Number(length);
    return { name: cleanName(query.name), size, ...readUploadBody(request.body) };
  }

  function mustFind(id: string): Import {
    const found = store.find(id);
    if (!found) throw new AppError('not-found', 'There is no such import');
    return found;
  }

  return {
    async preview(query: ImportQuery, request: Request): Promise<ImportPreview> {
      const file = openFile(query, request);
      const head = await readHead(file.bytes, PREVIEW_HEAD_BYTES);
      return previewImport(head, {
        fileName: file.name,
        isWhole: file.size !== null && file.size <= head.byteLength,
        now: clock.now(),
        ...(query.format ? { format: query.format } : {}),
        ...(query.mapping ? { mapping: query.mapping } : {}),
        ...(query.timeZone ? { timeZone: query.timeZone } : {}),
      });
    },

    /** Starts an import; `actor` is null where Watchfloor does so itself. A local file answers at once (202); a body when it has been read (201). */
    async start(
      query: ImportQuery,
      request: Request,
      actor: string | null,
    ): Promise<{ status: 201 | 202; receipt: Import }> {
      const file = openFile(query, request);
      const id = newId();
      const jobId = newId();
      store.create({ id, jobId, fileName: file.name, totalBytes: file.size, startedBy: actor });
      const input: ImportInput = {
        importId: id,
        fileName: file.name,
        totalBytes: file.size,
        format: query.format ?? null,
        mapping: query.mapping ?? null,
        timeZone: query.timeZone ?? null,
      };
      const { finished } = runner.start({
        id: jobId,
        kind: 'import',
        title: `Import ${file.name}`,
        unit: 'bytes',
        total: file.size,
        startedBy: actor,
        input,
        source: file.bytes,
        isSourceGiven: true,
        writesMuch: true,
      });
      const ended = finished.catch((error: unknown) => {
        const { state } = runner.find(jobId);
        if (state === 'INTERRUPTED') return store.end(id, state, IMPORT_INTERRUPTED);
        const message = error instanceof Error ? error.message : 'The import failed';
        store.end(id, state === 'CANCELLED' ? state : 'FAILED', message);
      });
      if (file.hearOut === null) {
        // Nobody waits: an end that cannot be written (a full disk) is found at the next start.
        ended.catch(() => {});
        return { status: 202, receipt: mustFind(id) };
      }
      await ended;
      await file.hearOut();
      return { status: 201, receipt: mustFind(id) };
    },

    get: mustFind,
    list: (): Import[] => store.list(),

    /** Rejected records as CSV text. */
    rejectedCsv(id: string): string {
      mustFind(id);
      const lines = store
        .rejected(id)
        .map((record) => [record.line, record.reason, record.excerpt]);
      return [['line', 'reason', 'excerpt'], ...lines]
        .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
        .join('');
    },
  };
}
export type ImportService = ReturnType<typeof createImportService>;
