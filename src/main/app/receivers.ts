/** Receivers: what they need of the core, of the imports and of the integrations that name them. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ImportMapping } from '../../shared/areas/alerts/imports.contract.ts';
import { PREVIEW_HEAD_BYTES } from '../areas/alerts/import/preview.ts';
import { createImportService, type ImportService } from '../areas/alerts/imports.service.ts';
import { createImportStore } from '../areas/alerts/imports.store.ts';
import type { IntegrationService } from '../areas/integrations/integrations.service.ts';
import type { FolderFile } from '../areas/integrations/receivers/folder-watch.ts';
import type { Receivers } from '../areas/integrations/receivers/receiver.types.ts';
import { createReceivers } from '../areas/integrations/receivers/receivers.ts';
import { readSyncSettings } from '../areas/integrations/sync-settings.store.ts';
import { createJobStore } from '../jobs/jobs.store.ts';
import type { CoreDeps } from './core-deps.ts';

export function wireReceivers(core: CoreDeps): Receivers {
  const { db, dataDir, key, log, runner, workerEntry, hub } = core;
  const onChange = () => hub.emit({ type: 'changed', resource: 'integrations' });
  const imports = createImportService({ ...core, store: createImportStore(db) });
  const jobs = createJobStore(db);
  return createReceivers({
    ...{ workerEntry, runner, log, onChange },
    setup: { dataDir, key },
    forgetJobs: () => jobs.forgetEnded('receive'),
    importFile: (file, { timeZone }) => importFile(imports, file, timeZone),
  });
}

/** Has those listen that integrations name, from now on, whoever changes them; answers what stops it. */
export function followReceivers(
  { db, hub, isolation, log }: CoreDeps,
  receivers: Receivers,
  integrations: IntegrationService,
): () => void {
  async function look(): Promise<ReadonlySet<string>> {
    const all = (await integrations.list()).filter(({ kind }) => kind === 'receiver');
    // Real-time streaming of the Configuration tab: off, nothing listens.
    const { isStreaming } = db.read('integrations.settings', readSyncSettings);
    const on = all.filter(({ status }) => isStreaming && status !== 'DISCONNECTED');
    const setups = on.map(async ({ id, name, connector }) => {
      const { settings, secrets } = await integrations.opened(id);
      return { id, receiver: connector ?? '', name, settings, secrets };
    });
    receivers.configure(await Promise.all(setups));
    return new Set(all.map(({ id }) => id));
  }
  const failed = (cause: unknown) => log.error('receivers could not be set up', { cause });
  const follow = hub.subscribe((event) => {
    if (event.type === 'changed' && event.resource === 'integrations') look().catch(failed);
  });
  receivers.setIsolated(isolation.isIsolated());
  const free = isolation.onChange(() => receivers.setIsolated(isolation.isIsolated()));
  look().then((ids) => receivers.forgetOthers(ids), failed);
  const stop = receivers.start();
  return () => {
    follow();
    free();
    stop();
  };
}

/** Through the door of uploads, read by the handle that was opened without following a link. */
async function importFile(
  imports: ImportService,
  { path, name, size }: FolderFile,
  timeZone: string,
): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const head = Buffer.alloc(Math.min(size, PREVIEW_HEAD_BYTES));
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    const query = { name, timeZone };
    const found = await imports.preview(query, requestOf(head.subarray(0, bytesRead), bytesRead));
    if (found.format === null) return `files of no known format: ${found.reason}`;
    const isGeneric = found.format === 'csv' || found.format === 'json';
    if (isGeneric && found.mapping === null) return 'tables without a column that could be a title';
    const mapping: { mapping?: ImportMapping } =
      isGeneric && found.mapping !== null ? { mapping: found.mapping } : {};
    const body = file.readableWebStream() as ReadableStream<Uint8Array>;
    const { receipt } = await imports.start({ ...query, ...mapping }, requestOf(body, size), null);
    return receipt.state === 'DONE' ? null : `files whose import failed: ${receipt.error ?? ''}`;
  } finally {
    await file.close();
  }
}

function requestOf(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  size: number,
): Request {
  return new Request('http://127.0.0.1/', {
    method: 'POST',
    body,
    headers: { 'content-length': String(size) },
    duplex: 'half',
  } as RequestInit);
}
