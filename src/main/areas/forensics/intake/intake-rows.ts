import { z } from 'zod';
import {
  receiptSchema,
  type Session,
  type SessionDetail,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import {
  SESSION_STATUSES,
  type SessionStatus,
} from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { InnerCount, IntakeCase, SessionRow } from './intake.store.ts';

/** What is known beside the rows. */
export interface SessionSeen {
  readonly cases: ReadonlyMap<string, IntakeCase>;
  readonly inner: ReadonlyMap<string, InnerCount>;
  readonly jobOf: (id: string) => Job | null;
}

/** A word of another version counts as what the specification begins with. */
const statusOf = (status: string): SessionStatus =>
  SESSION_STATUSES.find((one) => one === status) ?? 'RUNNING';

const iso = (ms: number | null) => (ms === null ? null : toIso(ms));

function receiptOf(row: SessionRow) {
  const known = receiptSchema.safeParse(row.receipt);
  return known.success ? known.data : null;
}

const knownSchema = z.object({ found: z.array(z.object({ verdict: z.enum(['good', 'bad']) })) });

function knownOf(row: SessionRow): 'good' | 'bad' | null {
  const fact = receiptOf(row)?.facts.find(({ name }) => name === 'hashSets');
  const found = knownSchema.safeParse(fact?.value).data?.found ?? [];
  if (found.some(({ verdict }) => verdict === 'bad')) return 'bad';
  return found.length > 0 ? 'good' : null;
}

export function toSession(row: SessionRow, seen: SessionSeen): Session {
  const status = statusOf(row.status);
  const job = seen.jobOf(row.id);
  const inner = seen.inner.get(row.id);
  const chosen = z.array(z.string()).safeParse(row.chosen);
  return {
    ...{ id: row.id, parentId: row.parentId, fileName: row.fileName, innerPath: row.innerPath },
    investigation: {
      id: row.investigationId,
      title: seen.cases.get(row.investigationId)?.title ?? '',
    },
    ...{ sizeBytes: row.sizeBytes, sha256: row.sha256, evidenceId: row.evidenceId },
    ...{ detected: row.detected, toolName: row.toolName, toolType: row.toolType },
    ...{ toolVersion: row.toolVersion, chosen: chosen.success ? chosen.data : null, status },
    progress: job?.total ? Math.min(1, job.done / job.total) : null,
    jobId: job?.id ?? null,
    events: row.events,
    innerFiles: inner?.files ?? 0,
    innerEvents: inner?.events ?? 0,
    losses: (receiptOf(row)?.problems ?? [])
      .filter(({ isLoss }) => isLoss)
      .reduce((sum, { count }) => sum + count, 0),
    problem: row.problem,
    known: knownOf(row),
    ...{ startedAt: toIso(row.startedAt), completedAt: iso(row.completedAt) },
  };
}

export const toSessionDetail = (row: SessionRow, seen: SessionSeen): SessionDetail => ({
  ...toSession(row, seen),
  receipt: receiptOf(row),
});
