import type {
  Destination,
  LedgerEntry,
  LedgerFilter,
  LedgerPurpose,
  LedgerQuery,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, Database } from '../../db/database.ts';

interface LedgerRow {
  readonly id: number;
  readonly at: number;
  readonly purpose: LedgerPurpose;
  readonly subject: string;
  readonly why: string;
  readonly origin: string;
  readonly outcome: string | null;
  readonly status: number | null;
  readonly bytes_sent: number;
  readonly bytes_received: number;
  readonly duration_ms: number | null;
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: String(row.id),
  at: toIso(row.at),
  purpose: row.purpose,
  subject: row.subject,
  why: row.why,
  origin: row.origin,
  outcome: row.outcome,
  status: row.status,
  bytesSent: row.bytes_sent,
  bytesReceived: row.bytes_received,
  durationMs: row.duration_ms,
});

const REFUSED = `('isolated', 'refused')`;
const OUTCOMES = {
  answered: `outcome = 'answered'`,
  refused: `outcome IN ${REFUSED}`,
  failed: `outcome NOT IN ('answered', 'isolated', 'refused')`,
} as const;

/** A part of a name, not a pattern. */
const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

function conditions({ q, purpose, outcome }: LedgerFilter): { where: string; values: Bound[] } {
  const parts = ['1 = 1'];
  const values: Bound[] = [];
  if (q !== undefined && q !== '') {
    parts.push(`(origin LIKE ? ESCAPE '\\' OR subject LIKE ? ESCAPE '\\')`);
    values.push(containing(q), containing(q));
  }
  if (purpose !== undefined) {
    parts.push('purpose = ?');
    values.push(purpose);
  }
  if (outcome !== undefined) parts.push(OUTCOMES[outcome]);
  return { where: parts.join(' AND '), values };
}

const MOST_DESTINATIONS = 200;

export function createLedgerStore(db: Database) {
  return {
    list(query: LedgerQuery, before: number | null) {
      const { where, values } = conditions(query);
      return db.read('isolation.ledger', (reader) => {
        const counted = `SELECT count(*) AS n FROM egress_log WHERE ${where}`;
        const total = reader.get<{ n: number }>(counted, ...values)?.n ?? 0;
        const rows = reader.all<LedgerRow>(
          `SELECT * FROM egress_log WHERE ${where} AND id < ? ORDER BY id DESC LIMIT ?`,
          ...values,
          ...[before ?? Number.MAX_SAFE_INTEGER, query.limit],
        );
        return { rows: rows.map(toEntry), total };
      });
    },
    /** Newest first, at most so many as there are kept. */
    all(filter: LedgerFilter): LedgerEntry[] {
      const { where, values } = conditions(filter);
      const sql = `SELECT * FROM egress_log WHERE ${where} ORDER BY id DESC`;
      return db.read('isolation.exportLedger', (reader) =>
        reader.all<LedgerRow>(sql, ...values).map(toEntry),
      );
    },
    destinations: (): Destination[] =>
      db.read('isolation.destinations', (reader) =>
        reader
          .all<Omit<Destination, 'lastAt'> & { lastAt: number }>(
            `SELECT origin, count(*) AS connections, sum(bytes_sent) AS bytesSent,
               sum(outcome IN ${REFUSED}) AS refused,
               sum(bytes_received) AS bytesReceived, max(at) AS lastAt
             FROM egress_log WHERE origin <> '' GROUP BY origin
             ORDER BY bytesSent + bytesReceived DESC, connections DESC, origin LIMIT ?`,
            MOST_DESTINATIONS,
          )
          .map((row) => ({ ...row, refused: row.refused ?? 0, lastAt: toIso(row.lastAt) })),
      ),
    /** What an earlier process left open ended with it. */
    closeOpen(): void {
      db.write({ actor: null, origin: 'system', action: 'egress.record' }, (tx) =>
        tx.run(
          `UPDATE egress_log SET outcome = 'interrupted', duration_ms = 0 WHERE outcome IS NULL`,
        ),
      );
    },
  };
}
export type LedgerStore = ReturnType<typeof createLedgerStore>;
