import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import {
  GAPS_AT_ONCE,
  type GapAnalysis,
  type GapEntry,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { createAttackSource } from '../../db/attack-reader.ts';
import { toCursor } from '../../http/list-cursor.ts';
import type { JobFunction, JobKind } from '../../jobs/job.ts';
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
  countPages,
  findPage,
  findResult,
  readChangeSeq,
  readLastMarks,
  saveAnalysis,
  saveCsv,
} from './gaps-kept.store.ts';
import { createThreatTable } from './threat-table.ts';

const zstd = promisify(zstdCompress);
/** The fastest: somebody waits for it, and it is kept for a while only. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compress = (json: string) => zstd(json, FAST);
const decompress = promisify(zstdDecompress);

export interface PrepareGapsInput {
  /** resources/ of this installation. */
  readonly resources: string;
}

export interface AnalyzeGapsInput extends PrepareGapsInput {
  readonly frameworkIds: readonly string[] | null;
  readonly controlIds: readonly string[] | null;
  /** Who asked. */
  readonly actor: string;
}

export interface AnalyzeGapsResult {
  readonly analysisId: string;
}

/** Keeps links and tables in its thread between two runs. */
export function createAnalyzeGapsJob(): JobKind {
  let kept: { resources: string; deps: AnalysisDeps } | undefined;
  const depsOf = (resources: string): AnalysisDeps => {
    if (kept?.resources !== resources)
      kept = {
        resources,
        deps: {
          graph: createCrosswalkGraph(createCrosswalkLibrary(join(resources, 'crosswalks'))),
          table: createThreatTable(createAttackSource(join(resources, 'attack'))),
        },
      };
    return kept.deps;
  };
  const run: JobFunction = async (input, context): Promise<AnalyzeGapsResult> => {
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
    const { gaps, ...rest } = found.made;
    const [first = '[]', ...others] = inPages(gaps);
    // Written while the rest is hashed.
    const pages = others.map(compress);
    const digest = digestOf(rest, [first, ...others]);
    const head: Omit<GapAnalysis, 'gaps'> = {
      id,
      ranAt: toIso(now),
      ranBy: { id: actor, name: found.names.get(actor) ?? actor },
      digest,
      ...rest,
      gapsCursor: others.length === 0 ? null : toCursor([GAPS_AT_ONCE]),
      changes: found.before ? changesSince(found.before, marks) : null,
    };
    const result = compress(`${JSON.stringify(head).slice(0, -1)},"gaps":${first}}`);
    const [answer, ...kept] = await Promise.all([result, ...pages]);
    signal.throwIfAborted();
    const { changeSeq, scope } = found;
    const about = { id, ranAt: now, actor, digest, changeSeq, scope, marks };
    const row = { ...about, result: answer, pages: kept };
    db.write({ actor, origin: 'job', action: 'compliance.analyzeGaps' }, (tx) =>
      saveAnalysis(tx, row),
    );
    context.report({ done: head.summary.controls, total: null, message: null });
    return { analysisId: id };
  };
  return Object.assign(run, {
    prepare(input: unknown) {
      const { graph, table } = depsOf((input as PrepareGapsInput).resources);
      graph.read();
      table.read();
    },
  });
}

/** Of what an analysis says: equal where nothing changed that it is made from. */
function digestOf(
  { rules, frameworks, actions, techniques }: Omit<MadeAnalysis, 'gaps'>,
  pages: readonly string[],
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([rules, frameworks, actions, techniques]));
  for (const page of pages) hash.update(page);
  return hash.digest('hex');
}

/** Megabytes: written as JSON once, for the digest and for what is kept. */
function inPages(gaps: readonly GapEntry[]): string[] {
  const pages: string[] = [];
  for (let from = 0; from < gaps.length; from += GAPS_AT_ONCE)
    pages.push(JSON.stringify(gaps.slice(from, from + GAPS_AT_ONCE)));
  return pages;
}

/** Writes the table of an analysis, when it is asked for; it is kept beside it. */
export const makeGapsCsv: JobFunction = async (input, { db }) => {
  const { analysisId } = input as AnalyzeGapsResult;
  const read = async (bytes: Uint8Array) => JSON.parse((await decompress(bytes)).toString());
  const found = db.read('gaps.result', (reader) => ({
    result: findResult(reader, analysisId),
    pages: countPages(reader, analysisId) ?? 0,
  }));
  if (!found.result) return null;
  const { frameworks, gaps }: GapAnalysis = await read(found.result);
  for (let place = 0; place < found.pages; place += 1) {
    const page = db.read('gaps.page', (reader) => findPage(reader, analysisId, place));
    if (page) gaps.push(...((await read(page)) as GapEntry[]));
  }
  const csv = await compress(analysisCsv({ frameworks, gaps }));
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
