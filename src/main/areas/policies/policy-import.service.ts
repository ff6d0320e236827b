/**
 * Import of a policy in two steps: a file is read and kept in memory under a token that only its reader
 * may use; what is written is what was looked at. Nothing of a file is kept on the disk.
 */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { newPolicySchema } from '../../../shared/areas/policies/policies.contract.ts';
import type {
  ImportPolicy,
  PolicyFilePreview,
  PolicyFileQuery,
  PolicyImportReceipt,
} from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import { policyImportsTable } from '../../db/tables/policy-texts.table.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { insertPolicy } from './policies.writes.ts';
import type { PolicyFileInput } from './policy-import.jobs.ts';
import type { PolicyDraft } from './policy-import.read.ts';
import { countTitle, listReceipts, type ReceiptPage } from './policy-import.store.ts';

export interface PolicyImportDeps {
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

interface KeptDraft {
  readonly fileName: string;
  readonly draft: PolicyDraft;
  readonly actor: string;
  readonly at: number;
}

const KEPT_FOR_MS = HOUR_MS;
const MAX_KEPT = 8;
const NAMELESS = 'file';
/** Reading takes a second or two; what takes this long was made to. */
const PATIENCE_MS = 60_000;

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()) || NAMELESS;
const fileGone = () =>
  new AppError('not-found', 'This file is no longer at hand. Choose it again.');

export function createPolicyImport(deps: PolicyImportDeps) {
  const { db, runner, clock, newId } = deps;
  const kept = new Map<string, KeptDraft>();
  const isOld = ({ at }: KeptDraft) => at + KEPT_FOR_MS < clock.now();

  function keep(draft: Omit<KeptDraft, 'at'>): string {
    for (const [token, one] of kept) if (isOld(one)) kept.delete(token);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const token = newId();
    kept.set(token, { ...draft, at: clock.now() });
    return token;
  }

  function open({ handle, name }: PolicyFileQuery, request: Request) {
    if (handle !== undefined) {
      const file = deps.files.resolve(handle);
      if (!file) throw fileGone();
      return { fileName: file.name, bytes: createReadStream(file.path), hearOut: async () => {} };
    }
    if (!request.body)
      throw new AppError('bad-input', 'The request has no body: send the file as its body');
    return { fileName: cleanName(name), ...deps.readUpload(request.body) };
  }

  async function read(query: PolicyFileQuery, request: Request, actor: string) {
    const { fileName, bytes, hearOut } = open(query, request);
    const input: PolicyFileInput = { fileName };
    const { job, finished } = runner.start({
      ...{ kind: 'policy-file', title: `Read ${fileName}`, unit: 'files', total: 1 },
      ...{ startedBy: actor, input, source: bytes },
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      runner.cancel(job.id);
    }, PATIENCE_MS);
    try {
      return { fileName, draft: (await finished) as PolicyDraft };
    } catch (error) {
      if (!isLate) throw error;
      throw new AppError('too-large', 'This file takes too long to read. Split it, and try again.');
    } finally {
      clearTimeout(timer);
      await hearOut();
    }
  }

  return {
    async preview(
      query: PolicyFileQuery,
      request: Request,
      actor: string,
    ): Promise<PolicyFilePreview> {
      const { fileName, draft } = await read(query, request, actor);
      const token = keep({ fileName, draft, actor });
      const { sha256: _, sizeBytes: __, ...shown } = draft;
      const sameTitle = db.read('policies.sameTitle', (reader) => countTitle(reader, draft.title));
      return { token, fileName, ...shown, sameTitle };
    },

    /** A draft and its receipt, in one transaction. */
    import(input: ImportPolicy, actor: string): PolicyImportReceipt {
      const { token, ...fields } = input;
      const found = kept.get(token);
      if (!found || found.actor !== actor || isOld(found)) throw fileGone();
      const { fileName, draft } = found;
      const id = newId();
      const caller = {
        actor,
        origin: 'user',
        action: 'policies.import',
        reason: fileName,
      } as const;
      db.write(caller, (tx) => {
        const policyId = insertPolicy(
          tx,
          newId,
          newPolicySchema.parse({ ...fields, content: draft.content, owner: actor }),
          actor,
        );
        const { format, sha256, sizeBytes, counts, notes } = draft;
        tx.insert(policyImportsTable, {
          ...{ id, policyId, fileName, format, sha256, sizeBytes, counts, notes },
          ...{ createdBy: actor, createdAt: tx.now },
        });
      });
      kept.delete(token);
      const [receipt] = db.read('policies.receipt', (reader) =>
        listReceipts(reader, { limit: 1 }),
      ).rows;
      if (receipt?.id !== id) throw new Error('A receipt was lost');
      return receipt;
    },

    receipts: (query: { limit: number; cursor?: string | undefined }): ReceiptPage =>
      db.read('policies.receipts', (reader) => listReceipts(reader, query)),
  };
}
export type PolicyImport = ReturnType<typeof createPolicyImport>;
