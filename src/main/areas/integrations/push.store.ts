import type { Push } from '../../../shared/areas/integrations/push.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';

interface PushRow {
  readonly id: string;
  readonly integration_id: string;
  readonly integration_name: string;
  readonly kind: Push['kind'];
  readonly item_id: string;
  readonly title: string;
  readonly state: Push['state'];
  readonly reference: string | null;
  readonly url: string | null;
  readonly error: string | null;
  readonly sent_by: string;
  readonly sent_at: number;
  readonly by_name: string | null;
}

const SENT = `SELECT p.*, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS by_name
  FROM integration_pushes p LEFT JOIN users u ON u.id = p.sent_by`;

const toPush = (row: PushRow): Push => ({
  id: row.id,
  integrationId: row.integration_id,
  integrationName: row.integration_name,
  kind: row.kind,
  itemId: row.item_id,
  title: row.title,
  state: row.state,
  reference: row.reference,
  url: row.url,
  error: row.error,
  by: row.by_name ?? '',
  at: toIso(row.sent_at),
});

export const listPushes = (db: ReadDb, itemId: string | null, limit: number): Push[] =>
  db
    .all<PushRow>(
      `${SENT} WHERE (? IS NULL OR p.item_id = ?) ORDER BY p.sent_at DESC, p.id DESC LIMIT ?`,
      itemId,
      itemId,
      limit,
    )
    .map(toPush);

export function findPush(db: ReadDb, id: string): Push | undefined {
  const row = db.get<PushRow>(`${SENT} WHERE p.id = ?`, id);
  return row && toPush(row);
}

export interface NewPush {
  readonly id: string;
  readonly integrationId: string;
  readonly integrationName: string;
  readonly kind: Push['kind'];
  readonly itemId: string;
  readonly title: string;
  readonly reference: string | null;
  readonly url: string | null;
  readonly error: string | null;
  readonly actor: string;
  readonly at: number;
}

export function addPush(tx: WriteTx, push: NewPush): void {
  tx.run(
    `INSERT INTO integration_pushes (id, integration_id, integration_name, kind, item_id, title, state,
       reference, url, error, sent_by, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    push.id,
    push.integrationId,
    push.integrationName,
    push.kind,
    push.itemId,
    push.title,
    push.error === null ? 'SENT' : 'FAILED',
    push.reference,
    push.url,
    push.error,
    push.actor,
    push.at,
  );
  tx.note('integration_pushes', 1);
  tx.announce('integration_pushes', push.id);
}
