/** Rows of the demo in tables that are not synced; the others go through the write door as they are. */
import type { WriteTx } from '../../../db/write-door.ts';

export function insertNotification(
  tx: WriteTx,
  row: {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly body: string;
    readonly link: string | null;
    readonly readAt: number | null;
    readonly createdAt: number;
  },
): void {
  tx.run(
    'INSERT INTO notifications (id, kind, title, body, link, read_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.id,
    row.kind,
    row.title,
    row.body,
    row.link,
    row.readAt,
    row.createdAt,
  );
}
