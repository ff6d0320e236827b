import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  type AnalyzeGaps,
  GAPS_AT_ONCE,
  type GapAnalysis,
  type GapEntry,
  type GapSince,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AnalyzeGapsInput, AnalyzeGapsResult, PrepareGapsInput } from './gaps.jobs.ts';
import { readScope } from './gaps.store.ts';
import {
  findPage,
  findResult,
  readLastAnalysis,
  readLastCsv,
  readSince,
} from './gaps-kept.store.ts';

/** What is kept is answered as it is, in UTF-8: megabytes are no text on the way. */
const decompress = promisify(zstdDecompress);

const read = async (bytes: Uint8Array): Promise<unknown> =>
  JSON.parse((await decompress(bytes)).toString());
const pageOf = (place: number) => Math.floor(place / GAPS_AT_ONCE);

export interface GapDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  /** resources/ of this installation. */
  readonly resources: string;
}

export function createGapService({ db, runner, clock, resources }: GapDeps) {
  /** @throws AppError 'not-found' where a framework is not known. */
  function scopeOf({ framework, frameworkIds }: AnalyzeGaps): string[] | null {
    const named = [...new Set([...(framework ? [framework] : []), ...(frameworkIds ?? [])])];
    if (named.length === 0) return null;
    const known = db.read('gaps.scope', (reader) => readScope(reader, named));
    if (known.length < named.length) throw new AppError('not-found', 'There is no such framework');
    return named;
  }

  return {
    /** Makes an analysis in a worker and gives it as JSON, as it was kept. */
    async analyze(wanted: AnalyzeGaps, actor: string): Promise<Buffer> {
      const controls = wanted.controls?.flatMap((id) => id ?? []) ?? [];
      const input: AnalyzeGapsInput = {
        ...{ resources, actor },
        frameworkIds: scopeOf(wanted),
        controlIds: controls.length === 0 ? null : controls,
      };
      const { finished } = runner.start({
        kind: 'analyze-gaps',
        title: 'Gap analysis',
        unit: 'controls',
        total: null,
        // Whoever asked waits for the answer, so its end needs no notification.
        startedBy: null,
        input,
      });
      const { analysisId } = (await finished) as AnalyzeGapsResult;
      const result = db.read('gaps.find', (reader) => findResult(reader, analysisId));
      if (!result) throw new AppError('conflict', 'The workspace was replaced meanwhile');
      return decompress(result);
    },

    /** Whoever looks at the last one may ask for the next: its thread starts meanwhile. */
    async last(): Promise<{ analysis: Buffer; since: GapSince } | null> {
      runner.warm('analyze-gaps', { resources } satisfies PrepareGapsInput);
      const found = db.read('gaps.last', (reader) => {
        const kept = readLastAnalysis(reader);
        return kept && { kept, since: readSince(reader, kept, clock.now()) };
      });
      return found ? { analysis: await decompress(found.kept.result), since: found.since } : null;
    },

    /**
     * Gaps of one that is kept, in its order, from a place on.
     * @throws AppError 'not-found' where it is kept no more.
     */
    async gapsOf(
      id: string,
      { from, limit }: { readonly from: number; readonly limit: number },
    ): Promise<{ gaps: GapEntry[]; total: number; next: number | null }> {
      const [first, last] = [pageOf(from), pageOf(from + limit - 1)];
      const found = db.read('gaps.pages', (reader) => {
        const result = findResult(reader, id);
        if (!result) throw new AppError('not-found', 'This gap analysis is not kept any more');
        const pages = [first, last].flatMap((place, index) => {
          const isTwice = index > 0 && place === first;
          return (place === 0 || isTwice ? undefined : findPage(reader, id, place - 1)) ?? [];
        });
        return { result, pages };
      });
      const head = (await read(found.result)) as GapAnalysis;
      const total = head.summary.gaps + head.summary.shortcomings;
      const next = from + limit < total ? from + limit : null;
      // One of before there were pages.
      if (head.gaps.length === total)
        return { gaps: head.gaps.slice(from, from + limit), total, next };
      const gaps = first === 0 ? head.gaps : [];
      for (const page of found.pages) gaps.push(...((await read(page)) as GapEntry[]));
      const start = from - first * GAPS_AT_ONCE;
      return { gaps: gaps.slice(start, start + limit), total, next };
    },

    /** @throws AppError 'not-found' where there was no analysis. */
    async csv(): Promise<Buffer> {
      const last = db.read('gaps.csv', readLastCsv);
      if (!last) throw new AppError('not-found', 'There is no gap analysis yet');
      if (last.csv) return decompress(last.csv);
      const input = { analysisId: last.id } satisfies AnalyzeGapsResult;
      const title = 'Table of the gap analysis';
      const job = { kind: 'gaps-csv', title, unit: 'controls', total: null } as const;
      await runner.start({ ...job, startedBy: null, input }).finished;
      const made = db.read('gaps.csv', readLastCsv);
      if (!made?.csv) throw new AppError('conflict', 'The workspace was replaced meanwhile');
      return decompress(made.csv);
    },
  };
}
export type GapService = ReturnType<typeof createGapService>;
