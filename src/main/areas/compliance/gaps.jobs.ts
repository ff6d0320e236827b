import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { GapAnalysis } from '../../../shared/areas/compliance/gaps.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { readAccountNames } from './control-history.store.ts';
import { createCrosswalkGraph } from './crosswalk-graph.ts';
import { createCrosswalkLibrary } from './crosswalk-library.ts';
import { type AnalysisDeps, changesSince, makeAnalysis } from './gaps-analysis.ts';
import { analysisCsv } from './gaps-csv.ts';
import { type KeptAnalysis, readAnalyses, readChangeSeq, saveAnalysis } from './gaps-kept.store.ts';
import { createThreatTable } from './threat-table.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export interface AnalyzeGapsInput {
  /** resources/ of this installation. */
  readonly resources: string;
  readonly frameworkIds: readonly string[] | null;
  readonly controlIds: readonly string[] | null;
}

export interface AnalyzeGapsResult {
  readonly analysisId: string;
}

export async function textOf(kept: Uint8Array): Promise<string> {
  return (await decompress(kept)).toString('utf8');
}

/** Keeps links and tables in its thread between two runs. */
export function createAnalyzeGapsJob(): JobFunction {
  let kept: { resources: string; deps: AnalysisDeps } | undefined;
  const depsOf = (resources: string): AnalysisDeps => {
    if (kept?.resources !== resources)
      kept = {
        resources,
        deps: {
          graph: createCrosswalkGraph(createCrosswalkLibrary(join(resources, 'crosswalks'))),
          table: createThreatTable(join(resources, 'attack')),
        },
      };
    return kept.deps;
  };
  return async (input, context): Promise<AnalyzeGapsResult> => {
    const { resources, frameworkIds, controlIds } = input as AnalyzeGapsInput;
    const { db, clock, newId, startedBy, signal } = context;
    const now = clock.now();
    const found = db.read('gaps.analyze', (reader) => ({
      changeSeq: readChangeSeq(reader),
      made: makeAnalysis(reader, depsOf(resources), { frameworkIds, controlIds, now }),
      before: readAnalyses(reader),
      name: startedBy === null ? null : (readAccountNames(reader).get(startedBy) ?? startedBy),
    }));
    signal.throwIfAborted();
    const before = await lastOfScope(found.before, found.made);
    const id = newId();
    const analysis: GapAnalysis = {
      id,
      ranAt: toIso(now),
      ranBy: startedBy === null ? null : { id: startedBy, name: found.name ?? startedBy },
      ...found.made,
      changes: before ? changesSince(before, found.made.gaps) : null,
    };
    const [result, csv] = await Promise.all([
      compress(JSON.stringify(analysis)),
      compress(analysisCsv(analysis)),
    ]);
    signal.throwIfAborted();
    const { digest } = analysis;
    const row = { id, ranAt: now, actor: startedBy, digest, changeSeq: found.changeSeq };
    db.write({ actor: startedBy, origin: 'job', action: 'compliance.analyzeGaps' }, (tx) =>
      saveAnalysis(tx, { ...row, result, csv }),
    );
    context.report({ done: analysis.summary.controls, total: null, message: null });
    return { analysisId: id };
  };
}

/** The newest one of the same frameworks and rules; what is of another scope says nothing of change. */
async function lastOfScope(
  kept: readonly KeptAnalysis[],
  made: Pick<GapAnalysis, 'rules' | 'frameworkIds' | 'narrowedTo'>,
): Promise<GapAnalysis | undefined> {
  const scopeOf = (one: typeof made) =>
    JSON.stringify([one.rules, one.frameworkIds && [...one.frameworkIds].sort(), one.narrowedTo]);
  for (const { result } of kept) {
    const before = JSON.parse(await textOf(result)) as GapAnalysis;
    if (scopeOf(before) === scopeOf(made)) return before;
  }
  return undefined;
}
