/** A receipt as it is answered. */
import type { Receipt } from '../../../shared/areas/exchange/exchange.contract.ts';
import type { ReceiptState } from '../../../shared/areas/exchange/exchange.rules.ts';
import type { Counted } from '../../../shared/areas/exchange/tally.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ListedReceipt } from './receipts-list.store.ts';

const STATES: Readonly<Record<string, ReceiptState>> = {
  ...{ RUNNING: 'RUNNING', QUEUED: 'RUNNING', READY: 'READY', DONE: 'DONE' },
  ...{ CANCELLED: 'CANCELLED', FAILED: 'FAILED', INTERRUPTED: 'FAILED' },
};

interface Details {
  readonly rejections?: readonly Counted[];
  readonly unknownFields?: readonly (Counted & {
    readonly field?: string;
    readonly count?: number;
  })[];
  readonly losses?: readonly Counted[];
  readonly conflicts?: readonly Counted[];
  readonly notes?: readonly string[];
  readonly isSealed?: boolean;
}

const counted = (list: readonly Counted[] | undefined) =>
  (list ?? []).map(({ what, n, first }) => ({ what, n, first: first ?? null }));

/** Imports of alerts count fields as `{field, count}`. */
const fieldsOf = ({ unknownFields }: Details) =>
  (unknownFields ?? []).map((one) => ({
    what: one.field ?? one.what,
    n: one.count ?? one.n,
    first: one.first ?? null,
  }));

export function toReceipt(row: ListedReceipt, names: ReadonlyMap<string, string>): Receipt {
  const details = JSON.parse(row.details) as Details;
  const { file_name: name, sha256, size_bytes: size, started_by: by } = row;
  return {
    ...{ id: row.id, kind: row.kind, jobId: row.job_id, direction: row.direction },
    ...{ format: row.format, subject: row.subject, state: STATES[row.state] ?? 'FAILED' },
    ...{ message: row.message, read: row.n_read, kept: row.n_kept, merged: row.n_merged },
    rejected: row.n_rejected,
    rejections: counted(details.rejections),
    unknownFields: fieldsOf(details),
    losses: counted(details.losses),
    conflicts: counted(details.conflicts),
    notes: [...(details.notes ?? [])],
    precision: row.precision,
    file:
      name === null || sha256 === null || size === null
        ? null
        : {
            ...{ name, sha256, size },
            expiresAt: row.expires_at === null ? null : toIso(row.expires_at),
          },
    isSealed: details.isSealed === true,
    startedBy: by === null ? null : (names.get(by) ?? 'Unknown account'),
    startedAt: toIso(row.started_at),
    finishedAt: row.finished_at === null ? null : toIso(row.finished_at),
  };
}
