/** The tables of the histories: every shape that sync treats otherwise is among them. */
import type { ReplicaSchema } from '../helpers/sync/memory-replica.ts';

/** What the older program knows. */
export const OLD_SCHEMA: ReplicaSchema = {
  controls: { columns: ['title', 'note'] },
  // Unique also among tombstones; comments point at it.
  alerts: {
    columns: ['fingerprint', 'title'],
    key: { columns: ['fingerprint'], liveOnly: false },
  },
  comments: { columns: ['alert_id', 'text'], references: { alert_id: 'alerts' } },
  // Unique among live rows.
  links: {
    columns: ['pair', 'note'],
    key: { columns: ['pair'], liveOnly: true },
  },
  forensic_investigations: { columns: ['title', 'restricted_to'] },
  indicators: { columns: ['investigation_id', 'value'] },
};

export const NEW_SCHEMA: ReplicaSchema = {
  ...OLD_SCHEMA,
  controls: { columns: ['title', 'note', 'owner'] },
  trainings: { columns: ['name'] },
};

/** What a person types; the others say what a row is or belongs to. */
export const TYPED: Readonly<Record<string, readonly string[]>> = {
  controls: ['title', 'note', 'owner'],
  alerts: ['title'],
  comments: ['text'],
  links: ['note'],
  forensic_investigations: ['title'],
  indicators: ['value'],
  trainings: ['name'],
};
