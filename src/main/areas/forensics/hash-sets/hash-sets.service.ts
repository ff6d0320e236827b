/** Sets of hashes as people see, import and remove them. Files of strangers: bounded in hashes and sets. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ListedHashSet } from '../../../../shared/areas/forensics/hash-sets/hash-sets.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { FileHandles } from '../../../platform/files.ts';
import type { NewId } from '../../../platform/ids.ts';
import {
  aboutSchema,
  type HashSet,
  hashSetBytes,
  listHashSets,
  removeHashSet,
} from './hash-sets.ts';
import type { HashVerdict } from './hash-sets.types.ts';
import type { HashSetJobInput } from './import-hash-set.jobs.ts';

export interface HashSetDeps {
  readonly dataDir: string;
  readonly db: Database;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly newId: NewId;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

interface HashSetUpload {
  readonly verdict: HashVerdict;
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
}

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()).slice(0, 200) || 'list';

export function createHashSetService(deps: HashSetDeps) {
  const { dataDir, db, runner } = deps;

  const listed = (set: HashSet): ListedHashSet => ({
    ...{ id: set.id, name: set.name, verdict: set.verdict },
    md5: set.counts.md5 ?? null,
    sha1: set.counts.sha1 ?? null,
    sha256: set.counts.sha256 ?? null,
    ...{ lines: set.lines, without: set.without },
    bytes: hashSetBytes(dataDir, set),
    importedAt: toIso(set.importedAt),
  });

  function open({ name, handle }: HashSetUpload, request: Request) {
    if (handle !== undefined) {
      const file = deps.files.resolve(handle);
      if (!file)
        throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
      const bytes = createReadStream(file.path);
      return { fileName: file.name, size: file.size, bytes, hearOut: async () => {} };
    }
    if (!request.body)
      throw new AppError('bad-input', 'The request has no body: send the list as its body');
    const length = request.headers.get('content-length');
    const size = length === null ? null : Number(length);
    return { fileName: name, size, ...deps.readUpload(request.body) };
  }

  return {
    list: (): ListedHashSet[] => listHashSets(dataDir).map(listed),

    async add(asked: HashSetUpload, request: Request, actor: string): Promise<ListedHashSet> {
      const file = open(asked, request);
      const name = cleanName(file.fileName);
      const input: HashSetJobInput = {
        ...{ id: deps.newId(), name, verdict: asked.verdict, total: file.size },
      };
      try {
        const { finished } = runner.start({
          ...{ kind: 'hash-set', title: `Import hashes of ${name.slice(0, 80)}`, unit: 'bytes' },
          ...{ total: file.size, startedBy: actor, input, source: file.bytes },
        });
        return listed(aboutSchema.parse(await finished));
      } finally {
        await file.hearOut();
      }
    },

    remove(id: string, actor: string): void {
      const name = listHashSets(dataDir).find((set) => set.id === id)?.name;
      removeHashSet(dataDir, id);
      db.write(
        { actor, origin: 'user', action: 'forensics.removeHashSet', reason: name ?? id },
        (tx) => {
          tx.note('hash_sets', 1);
          tx.announce('hash_sets');
        },
      );
    },
  };
}
export type HashSetService = ReturnType<typeof createHashSetService>;
