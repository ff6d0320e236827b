/** Files of evidence as the page of sync has them: how many are where, and when they are fetched. */
import {
  type FilePolicyChoice,
  MEGABYTE,
  type SyncFiles,
} from '../../../../shared/areas/sync/sync-files.contract.ts';
import type { Database } from '../../../db/database.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import {
  type FilePolicy,
  fileFigures,
  filePolicy,
  namedFiles,
  setFilePolicy,
} from './sync-files.store.ts';

export interface FilesPage {
  files(): SyncFiles;
  setPolicy(choice: FilePolicyChoice, actor: string): void;
}

export function createFilesPage(db: Database, blobs: Pick<BlobStore, 'has'>): FilesPage {
  return {
    files: () =>
      db.read('sync.files.page', (reader) => {
        const [here, elsewhere] = apart(namedFiles(reader), ({ sha256 }) => blobs.has(sha256));
        const { waiting: _waiting, bytes: _bytes, ...figures } = fileFigures(reader);
        return {
          policy: choiceOf(filePolicy(reader)),
          ...{ here: amountOf(here), elsewhere: amountOf(elsewhere) },
          ...figures,
          problems: [...figures.problems],
        };
      }),
    setPolicy: (choice, actor) => setFilePolicy(db, policyOf(choice), actor),
  };
}

function apart<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
  return parts;
}

function amountOf(files: readonly { readonly size: number }[]) {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;
const OFFERED_MEGABYTES = 25;

function policyOf({ fetch, megabytes }: FilePolicyChoice): FilePolicy {
  if (fetch === 'all') return { fetch: 'always', maxBytes: UNBOUNDED };
  return { fetch: fetch === 'opening' ? 'opening' : 'always', maxBytes: megabytes * MEGABYTE };
}

function choiceOf({ fetch, maxBytes }: FilePolicy): FilePolicyChoice {
  const isAll = maxBytes >= UNBOUNDED;
  const megabytes = isAll ? OFFERED_MEGABYTES : Math.max(1, Math.round(maxBytes / MEGABYTE));
  return { fetch: fetch === 'opening' ? 'opening' : isAll ? 'all' : 'below', megabytes };
}
