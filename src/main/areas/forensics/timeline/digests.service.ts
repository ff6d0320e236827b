/** Process trees and logon graphs as they are asked for; jobs make them. */
import type { z } from 'zod';
import {
  logonGraphSchema,
  processSummarySchema,
} from '../../../../shared/areas/forensics/timeline/processes.contract.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { CaseEvents } from './case-events.types.ts';
import { mustFindCase } from './case-rules.ts';
import { type DigestInput, revisionOf } from './digest-input.ts';
import { type DigestKind, findDigest, forgetDigest, goneCases } from './digests.store.ts';
import { forgetNodes } from './kept-nodes.store.ts';
import { pathTo, readNodes } from './process-nodes.store.ts';

export interface DigestDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly events: CaseEvents;
}

const TITLES = { processes: 'Process tree', logons: 'Logon graph' } as const;
const PATH_SHOWN = 6;

export function createDigestService({ db, runner, events }: DigestDeps) {
  const running = new Map<string, Promise<unknown>>();

  async function get<T>(id: string, kind: DigestKind, schema: z.ZodType<T>) {
    const row = db.read('forensics.digest', (reader) => {
      mustFindCase(reader, id);
      return findDigest(reader, id, kind);
    });
    const summary = row && schema.safeParse(JSON.parse(row.summary));
    if (!row || !summary?.success) return null;
    const revision = revisionOf(await events.sources(id));
    return { summary: summary.data, madeAt: toIso(row.madeAt), isStale: revision !== row.revision };
  }

  /** Whoever asks while it is being made waits for the same. */
  async function make(id: string, kind: DigestKind, actor: string): Promise<void> {
    db.read('forensics.find', (reader) => mustFindCase(reader, id));
    const key = `${kind}:${id}`;
    const begun = running.get(key);
    if (begun) {
      await begun;
      return;
    }
    const input: DigestInput = { id, kind };
    const { finished } = runner.start({
      ...{ kind: 'event-digest', title: TITLES[kind], unit: 'events', total: null },
      ...{ startedBy: actor, input },
    });
    running.set(key, finished);
    try {
      await finished;
    } finally {
      running.delete(key);
    }
  }

  const mustHave = <T>(made: T | null): T => {
    if (made === null) throw new Error('The digest was not kept');
    return made;
  };
  const processes = async (id: string) => get(id, 'processes', processSummarySchema);
  async function logons(id: string) {
    const made = await get(id, 'logons', logonGraphSchema);
    return made && { ...made.summary, madeAt: made.madeAt, isStale: made.isStale };
  }

  return {
    /** What was made of investigations that are gone goes, too. */
    sweep() {
      const gone = db.read('forensics.digests', goneCases);
      if (gone.length === 0) return;
      db.write({ actor: null, origin: 'system', action: 'forensics.digest' }, (tx) => {
        for (const id of gone) {
          forgetNodes(tx, id, Number.MAX_SAFE_INTEGER);
          forgetDigest(tx, id, 'processes');
          forgetDigest(tx, id, 'logons');
        }
      });
    },
    processes,
    logons,
    async makeProcesses(id: string, actor: string) {
      await make(id, 'processes', actor);
      return mustHave(await processes(id));
    },
    async makeLogons(id: string, actor: string) {
      await make(id, 'logons', actor);
      return mustHave(await logons(id));
    },
    nodes(
      id: string,
      asked: {
        parent?: number | undefined;
        q?: string | undefined;
        limit: number;
        cursor?: string | undefined;
      },
    ) {
      const [after] = asked.cursor === undefined ? [-1] : fromCursor(asked.cursor, ['number']);
      const q = asked.q?.trim() ?? '';
      return db.read('forensics.processes', (reader) => {
        mustFindCase(reader, id);
        const parent = asked.parent ?? null;
        const { rows, total } = readNodes(reader, id, { parent, q, after, limit: asked.limit + 1 });
        const shown = rows.slice(0, asked.limit);
        const last = shown.at(-1);
        return {
          rows: shown.map((row) => ({
            ...row,
            path: q === '' ? [] : pathTo(reader, id, row.parent, PATH_SHOWN),
          })),
          total,
          nextCursor: last && rows.length > asked.limit ? toCursor([last.node]) : null,
        };
      });
    },
  };
}
export type DigestService = ReturnType<typeof createDigestService>;
