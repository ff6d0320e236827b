/** The self-tests of all readers, and what of the machine's programs is there; beside the core. */
import { dirname } from 'node:path';
import type { Database } from '../../../db/database.ts';
import type { JobFunction } from '../../../jobs/job.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { type Probe, probeProgram } from './probe.ts';
import { PROGRAMS, type ProgramId } from './programs.table.ts';
import { selfTestSamples } from './samples.ts';
import { type SelfTest, selfTest } from './self-test.ts';
import { readToolPaths } from './tool-paths.ts';
import { createToolReaders } from './tool-readers.ts';
import { canLeaveNetwork } from './without-network.ts';
import { createWorkFolder } from './work-folder.ts';

export interface ToolCheck {
  readonly tests: readonly SelfTest[];
  readonly programs: readonly { readonly id: ProgramId; readonly probe: Probe }[];
  readonly ms: number;
  /** Programs start without a network on this system. */
  readonly hasNoNetwork: boolean;
}

/** @param load all readers; those that run a program are not tested, the program is looked for. */
export const createCheckToolsJob =
  (load: (dataDir: string, db: Database) => Promise<readonly EvidenceReader[]>): JobFunction =>
  async (_input, { storage, signal, db }): Promise<ToolCheck> => {
    const started = performance.now();
    const dataDir = dirname(storage.databasePath);
    const paths = readToolPaths(dataDir);
    const folder = createWorkFolder(dataDir);
    try {
      const probing = Promise.all(
        PROGRAMS.map(async (kind) => ({
          id: kind.id,
          probe: await probeProgram(kind, paths[kind.id] ?? null, { folder: folder.path, signal }),
        })),
      );
      probing.catch(() => {});
      const programReaders = new Set(createToolReaders(dataDir).map(({ id }) => id));
      const readers = (await load(dataDir, db)).filter(({ id }) => !programReaders.has(id));
      const tests = await selfTest(readers, selfTestSamples(), signal);
      const programs = await probing;
      const ms = Math.round(performance.now() - started);
      return { tests, programs, ms, hasNoNetwork: canLeaveNetwork() };
    } finally {
      folder.remove();
    }
  };
