import type { HeldItem } from '../../../shared/areas/isolation/isolation.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database } from '../../db/database.ts';
import type { HeldKind, NewHeldItem, ReleasedItem } from '../../platform/held-back-port.ts';
import type { NewId } from '../../platform/ids.ts';

/** More is not looked through by anybody; the oldest stay, as they are what is asked for. */
const MOST_HELD = 2_000;
const MOST_LETTERS = 300;
const MOST_REDO = 4_096;

interface HeldRow {
  readonly id: string;
  readonly kind: HeldKind;
  readonly what: string;
  readonly destination: string;
  readonly account: string | null;
  readonly account_name: string | null;
  readonly size_bytes: number | null;
  readonly redo: string;
  readonly since: number;
  readonly last_at: number;
  readonly times: number;
}

const SELECT = `SELECT h.*, trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS account_name
  FROM held_items h LEFT JOIN users u ON u.id = h.account`;

const toItem = (row: HeldRow): HeldItem => ({
  id: row.id,
  kind: row.kind,
  what: row.what,
  destination: row.destination,
  account: row.account === null ? null : { id: row.account, name: row.account_name ?? '' },
  sizeBytes: row.size_bytes,
  since: toIso(row.since),
  lastAt: toIso(row.last_at),
  times: row.times,
});

export function createHeldItemStore(db: Database, newId: NewId) {
  const read = (id: string) =>
    db.read('isolation.heldItem', (reader) => reader.get<HeldRow>(`${SELECT} WHERE h.id = ?`, id));
  return {
    count: (): number =>
      db.read(
        'isolation.heldCount',
        (reader) => reader.get<{ n: number }>('SELECT count(*) AS n FROM held_items')?.n ?? 0,
      ),
    list: (): HeldItem[] =>
      db.read('isolation.held', (reader) =>
        reader.all<HeldRow>(`${SELECT} ORDER BY h.since, h.id`).map(toItem),
      ),
    find(id: string): (HeldItem & Pick<ReleasedItem, 'redo'>) | undefined {
      const row = read(id);
      return row && { ...toItem(row), redo: JSON.parse(row.redo) as ReleasedItem['redo'] };
    },
    hold(item: NewHeldItem): void {
      const redo = JSON.stringify(item.redo);
      if (redo.length > MOST_REDO) throw new Error('what is held back names records, no contents');
      db.write({ actor: item.account, origin: 'system', action: 'isolation.hold' }, (tx) => {
        const isAgain = tx.run(
          `UPDATE held_items SET times = times + 1, last_at = ?, redo = ?
           WHERE kind = ? AND key = ?`,
          ...[tx.now, redo, item.kind, item.key],
        );
        const held = tx.get<{ n: number }>('SELECT count(*) AS n FROM held_items')?.n ?? 0;
        if (isAgain === 0 && held < MOST_HELD)
          tx.run(
            `INSERT INTO held_items (id, kind, key, what, destination, account, size_bytes, redo,
               since, last_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[newId(), item.kind, item.key, item.what.slice(0, MOST_LETTERS)],
            ...[item.destination.slice(0, MOST_LETTERS), item.account, item.sizeBytes, redo],
            ...[tx.now, tx.now],
          );
        tx.announce('held_items');
        tx.announce('isolation');
      });
    },
    /** `action`: what became of it, for the history. */
    remove(id: string, actor: string, action: 'isolation.release' | 'isolation.drop'): boolean {
      const item = read(id);
      const reason = item ? `${item.what} (${item.destination})` : null;
      return db.write({ actor, origin: 'user', action, reason }, (tx) => {
        const removed = tx.run('DELETE FROM held_items WHERE id = ?', id);
        if (removed > 0) tx.note('held_items', 1);
        tx.announce('held_items');
        tx.announce('isolation');
        return removed > 0;
      });
    },
  };
}
export type HeldItemStore = ReturnType<typeof createHeldItemStore>;
