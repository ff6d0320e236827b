/**
 * Writes the ledger of what left, from every thread that has a way out. An entry is there before its
 * connection is opened, so that one that a crash cut off is known, too; what cannot be written down does
 * not leave.
 */
import type { EgressLedger } from '../platform/egress/ledger.types.ts';
import { EgressFailure } from '../platform/egress-port.ts';
import type { Database } from './database.ts';

/** A year of 25 connectors that ask every ten minutes would be 1.3 million: this is about a week of them. */
const MOST_ENTRIES = 25_000;
const TIDY_EVERY = 250;
const MOST_LETTERS = 300;

const NOTE = { actor: null, origin: 'system', action: 'egress.record' } as const;
const cut = (text: string): string => text.slice(0, MOST_LETTERS);

export function createEgressLedger(db: Database): EgressLedger {
  function insert(purpose: string, subject: string, why: string, origin: string) {
    return db.write(NOTE, (tx) => {
      tx.run(
        'INSERT INTO egress_log (at, purpose, subject, why, origin) VALUES (?, ?, ?, ?, ?)',
        ...[tx.now, purpose, cut(subject), cut(why), cut(origin)],
      );
      const id = tx.get<{ id: number }>('SELECT last_insert_rowid() AS id')?.id ?? 0;
      if (id % TIDY_EVERY === 0) tx.run('DELETE FROM egress_log WHERE id <= ?', id - MOST_ENTRIES);
      tx.announce('egress_log');
      return id;
    });
  }

  return {
    begin({ purpose, subject, why }, origin) {
      const startedAt = performance.now();
      const id = written(() => insert(purpose, subject, why, origin));
      return ({ outcome, status, bytesSent, bytesReceived }) => {
        try {
          db.write(NOTE, (tx) => {
            tx.run(
              `UPDATE egress_log SET outcome = ?, status = ?, bytes_sent = ?, bytes_received = ?,
                 duration_ms = ? WHERE id = ?`,
              ...[outcome, status, bytesSent, bytesReceived],
              ...[Math.round(performance.now() - startedAt), id],
            );
            tx.announce('egress_log');
          });
        } catch {
          // The workspace is closing: the entry stays open, and is marked when it is opened again.
        }
      };
    },
  };
}

function written<R>(fn: () => R): R {
  try {
    return fn();
  } catch {
    const text = 'Nothing was sent: the ledger of connections could not be written.';
    throw new EgressFailure('broken', text);
  }
}

/** What the guard below the port refused; written later, as it may be in the middle of anything. */
export function recordRefusals(db: Database): (what: string) => void {
  const ledger = createEgressLedger(db);
  return (what) => {
    setImmediate(() => {
      try {
        const reason = { purpose: 'unknown', subject: 'guard', why: `Refused: ${what}` } as const;
        const end = ledger.begin(reason, '');
        end({ outcome: 'refused', status: null, bytesSent: 0, bytesReceived: 0 });
      } catch {
        // The workspace is closing.
      }
    });
  };
}
