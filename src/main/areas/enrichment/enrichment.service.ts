/** Sets that tell of addresses and vulnerabilities: imported, listed, asked, removed. Nobody else is asked. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { EnrichmentSet } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { EnrichmentJobInput } from './import-set.jobs.ts';
import { type Lookup, openSets } from './look-up.ts';
import { dropSet, listSets, type StoredSet, storedSetSchema } from './set-files.ts';

export interface EnrichmentDeps {
  readonly dataDir: string;
  readonly db: Database;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  readonly newId: NewId;
  readonly log: Log;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

interface Upload {
  readonly name?: string | undefined;
  readonly source?: string | undefined;
  readonly licence?: string | undefined;
  readonly date?: string | undefined;
  readonly handle?: string | undefined;
}

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()).slice(0, 200) || 'file';

const listed = ({ v4: _v4, v6: _v6, ...set }: StoredSet): EnrichmentSet => ({
  ...set,
  importedAt: toIso(set.importedAt),
});

export function createEnrichmentService(deps: EnrichmentDeps) {
  const { dataDir, db, runner } = deps;
  let lookup: Lookup | null = null;

  const forget = () => {
    lookup?.close();
    lookup = null;
  };

  function open({ name, handle }: Upload, request: Request) {
    if (handle !== undefined) {
      const file = deps.files.resolve(handle);
      if (!file)
        throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
      const bytes = createReadStream(file.path);
      return { fileName: file.name, size: file.size, bytes, hearOut: async () => {} };
    }
    if (!request.body)
      throw new AppError('bad-input', 'The request has no body: send the file as its body');
    const length = request.headers.get('content-length');
    const size = length === null ? null : Number(length);
    return { fileName: name, size, ...deps.readUpload(request.body) };
  }

  return {
    list: (): EnrichmentSet[] => listSets(dataDir).map(listed),

    async add(asked: Upload, request: Request, actor: string): Promise<EnrichmentSet> {
      const file = open(asked, request);
      const name = cleanName(file.fileName);
      const input: EnrichmentJobInput = {
        ...{ id: deps.newId(), name, total: file.size, date: asked.date ?? null },
        ...{ source: asked.source ?? null, licence: asked.licence ?? null },
      };
      try {
        const { finished } = runner.start({
          ...{ kind: 'enrichment-set', title: `Import ${name.slice(0, 80)}`, unit: 'bytes' },
          ...{ total: file.size, startedBy: actor, input, source: file.bytes },
        });
        return listed(storedSetSchema.parse(await finished));
      } finally {
        forget();
        await file.hearOut();
      }
    },

    remove(id: string, actor: string): void {
      const set = listSets(dataDir).find((one) => one.id === id);
      if (!set) throw new AppError('not-found', 'There is no such set');
      forget();
      dropSet(dataDir, id);
      db.write(
        { actor, origin: 'user', action: 'enrichment.removeSet', reason: set.name },
        (tx) => {
          tx.note('enrichment_sets', 1);
          tx.announce('enrichment_sets');
        },
      );
    },

    lookUp(values: readonly string[]) {
      lookup ??= openSets(dataDir, ({ id }) =>
        deps.log.warn('An imported set cannot be read', { id }),
      );
      const { sets, find } = lookup;
      return { sets, values: [...new Set(values)].map((value) => ({ value, found: find(value) })) };
    },

    close: forget,
  };
}
export type EnrichmentService = ReturnType<typeof createEnrichmentService>;
