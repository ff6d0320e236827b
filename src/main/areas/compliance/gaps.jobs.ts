import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { GapAnalysis } from '../../../shared/areas/compliance/gaps.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { readAccountNames } from './control-history.store.ts';
import { createCrosswalkGraph } from './crosswalk-graph.ts';
import { createCrosswalkLibrary } from './crosswalk-library.ts';
import { type AnalysisDeps, changesSince, makeAnalysis, marksOf } from './gaps-analysis.ts';
import { analysisCsv } from './gaps-csv.ts';
import { readChangeSeq, readLastMarks, saveAnalysis } from './gaps-kept.store.ts';
import { createThreatTable } from './threat-table.ts';

const compress = promisify(zstdCompress);

export interface AnalyzeGapsInput {
  /** resources/ of this installation. */
  readonly resources: string;
  readonly frameworkIds: readonly string[] | null;
  readonly controlIds: readonly string[] | null;
  /** Who asked. */
  readonly actor: string;
}

export interface AnalyzeGapsResult {
  readonly analysisId: string;
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
    const { resources, frameworkIds, controlIds, actor } = input as AnalyzeGapsInput;
    const { db, clock, newId, signal } = context;
    const now = clock.now();
    const found = db.read('gaps.analyze', (reader) => {
      const changeSeq = readChangeSeq(reader);
      const made = makeAnalysis(reader, depsOf(resources), { frameworkIds, controlIds, now });
      const scope = scopeOf(made);
      const before = readLastMarks(reader, scope);
      return { changeSeq, made, scope, before, names: readAccountNames(reader) };
    });
    signal.throwIfAborted();
    const marks = marksOf(found.made.gaps);
    const id = newId();
    const analysis: GapAnalysis = {
      id,
      ranAt: toIso(now),
      ranBy: { id: actor, name: found.names.get(actor) ?? actor },
      ...found.made,
      changes: found.before ? changesSince(found.before, marks) : null,
    };
    const [result, csv] = await Promise.all([
      compress(JSON.stringify(analysis)),
      compress(analysisCsv(analysis)),
    ]);
    signal.throwIfAborted();
    const { digest } = analysis;
    const { changeSeq, scope } = found;
    const row = { id, ranAt: now, actor, digest, changeSeq, scope, marks };
    db.write({ actor, origin: 'job', action: 'compliance.analyzeGaps' }, (tx) =>
      saveAnalysis(tx, { ...row, result, csv }),
    );
    context.report({ done: analysis.summary.controls, total: null, message: null });
    return { analysisId: id };
  };
}

const scopeOf = ({
  rules,
  frameworkIds,
  narrowedTo,
}: Pick<GapAnalysis, 'rules' | 'frameworkIds' | 'narrowedTo'>) =>
  JSON.stringify([rules, frameworkIds && [...frameworkIds].sort(), narrowedTo]);
