import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { GapAnalysis } from '../../../shared/areas/compliance/gaps.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { JobFunction } from '../../jobs/job.ts';
import { readAccountNames } from './control-history.store.ts';
import { createCrosswalkGraph } from './crosswalk-graph.ts';
import { createCrosswalkLibrary } from './crosswalk-library.ts';
import {
  type AnalysisDeps,
  changesSince,
  type MadeAnalysis,
  makeAnalysis,
  marksOf,
} from './gaps-analysis.ts';
import { analysisCsv } from './gaps-csv.ts';
import {
  findResult,
  readChangeSeq,
  readLastMarks,
  saveAnalysis,
  saveCsv,
} from './gaps-kept.store.ts';
import { createThreatTable } from './threat-table.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

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
    // Megabytes: written once, for the digest and for the answer.
    const { gaps, ...rest } = found.made;
    const gapsJson = JSON.stringify(gaps);
    const digest = digestOf(rest, gapsJson);
    const head: Omit<GapAnalysis, 'gaps'> = {
      id,
      ranAt: toIso(now),
      ranBy: { id: actor, name: found.names.get(actor) ?? actor },
      digest,
      ...rest,
      changes: found.before ? changesSince(found.before, marks) : null,
    };
    const result = await compress(`${JSON.stringify(head).slice(0, -1)},"gaps":${gapsJson}}`);
    signal.throwIfAborted();
    const { changeSeq, scope } = found;
    const row = { id, ranAt: now, actor, digest, changeSeq, scope, marks, result };
    db.write({ actor, origin: 'job', action: 'compliance.analyzeGaps' }, (tx) =>
      saveAnalysis(tx, row),
    );
    context.report({ done: head.summary.controls, total: null, message: null });
    return { analysisId: id };
  };
}

/** Of what an analysis says: equal where nothing changed that it is made from. */
function digestOf(
  { rules, frameworks, actions, techniques }: Omit<MadeAnalysis, 'gaps'>,
  gapsJson: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([rules, frameworks, actions, techniques]))
    .update(gapsJson)
    .digest('hex');
}

/** Writes the table of an analysis, when it is asked for; it is kept beside it. */
export const makeGapsCsv: JobFunction = async (input, { db }) => {
  const { analysisId } = input as AnalyzeGapsResult;
  const result = db.read('gaps.result', (reader) => findResult(reader, analysisId));
  if (!result) return null;
  const analysis = JSON.parse((await decompress(result)).toString()) as GapAnalysis;
  const csv = await compress(analysisCsv(analysis));
  const caller = { actor: null, origin: 'job', action: 'compliance.exportGaps' } as const;
  db.write(caller, (tx) => saveCsv(tx, analysisId, csv));
  return null;
};

const scopeOf = ({
  rules,
  frameworkIds,
  narrowedTo,
}: Pick<GapAnalysis, 'rules' | 'frameworkIds' | 'narrowedTo'>) =>
  JSON.stringify([rules, frameworkIds && [...frameworkIds].sort(), narrowedTo]);
