/** Whether a program is on this machine: it is run with its version option, never assumed. */
import { findCommands } from './program-paths.ts';
import type { ProgramKind } from './programs.table.ts';
import { askProgram } from './run-program.ts';

export interface FoundProgram {
  /** Of its commands, in the order of its table. */
  readonly paths: readonly string[];
  readonly version: string;
}

export interface Probe {
  readonly found: FoundProgram | null;
  /** Why not, in words; null where it was found. */
  readonly problem: string | null;
}

const PROBE_MS = 5_000;
const PROBE_OUTPUT = 256 * 1024;

/** @param chosen a folder, or the program itself; null: PATH is searched. */
export async function probeProgram(
  kind: ProgramKind,
  chosen: string | null,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Probe> {
  const paths = findCommands(kind, chosen);
  if (typeof paths === 'string') return { found: null, problem: paths };
  const path = paths[0] ?? '';
  try {
    const { output, complaints, stopped } = await askProgram({
      ...{ path, args: kind.versionArgs, folder, signal },
      ...{ maxOutput: PROBE_OUTPUT, maxMs: PROBE_MS },
    });
    if (stopped !== null)
      return { found: null, problem: `It did not answer in ${PROBE_MS / 1000} s` };
    const version = kind.version.exec(output)?.[1] ?? kind.version.exec(complaints)?.[1];
    return version === undefined
      ? { found: null, problem: 'It answered, but not with a version of this program' }
      : { found: { paths, version }, problem: null };
  } catch {
    signal.throwIfAborted();
    return { found: null, problem: 'It could not be started' };
  }
}
