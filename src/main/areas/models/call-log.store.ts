/**
 * The log of every call: also of those that were stopped before a byte left. What is kept is what was
 * on the wire, with pseudonyms; the key is in no body and so in no row.
 */
import type {
  CallTask,
  ModelCall,
  ModelCallListed,
  ModelCallsQuery,
} from '../../../shared/areas/models/model-calls.contract.ts';
import type { ModelUsage } from '../../../shared/areas/models/models.contract.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Bound, Database } from '../../db/database.ts';
import type { ModelFailureKind, Verification } from '../../platform/model-port.ts';

const KEEP_ROWS_DAYS = 365;
const EXPORT_ROWS = 200;

export interface NewCall {
  readonly id: string;
  readonly runId: string;
  readonly task: CallTask;
  readonly account: string | null;
  readonly host: string;
  readonly model: string;
  readonly replayOf: string | null;
}

export interface CallEnd {
  readonly durationMs: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly tokensSent: number;
  readonly tokensReceived: number;
  readonly isEstimated: boolean;
  readonly reasoning: number;
  readonly cost: number | null;
  readonly finish: string | null;
  readonly failure: ModelFailureKind | null;
  readonly failureText: string | null;
  /** Null where nothing left. */
  readonly sent: string | null;
  readonly reply: ModelCall['reply'];
}

interface CallRow {
  readonly id: string;
  readonly run_id: string;
  readonly task: CallTask;
  readonly account: string | null;
  readonly account_name: string | null;
  readonly host: string;
  readonly model: string;
  readonly at: number;
  readonly duration_ms: number | null;
  readonly bytes_sent: number;
  readonly bytes_received: number;
  readonly tokens_sent: number;
  readonly tokens_received: number;
  readonly is_estimated: number;
  readonly reasoning: number;
  readonly cost: number | null;
  readonly finish: string | null;
  readonly failure: ModelFailureKind | null;
  readonly failure_text: string | null;
  readonly verification: string | null;
  readonly replay_of: string | null;
  readonly sent?: string | null;
  readonly reply?: string | null;
}

const NAME = `trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS account_name`;
const LISTED = `SELECT c.id, c.run_id, c.task, c.account, ${NAME}, c.host, c.model, c.at,
    c.duration_ms, c.bytes_sent, c.bytes_received, c.tokens_sent, c.tokens_received, c.is_estimated,
    c.reasoning, c.cost, c.finish, c.failure, c.failure_text, c.verification, c.replay_of
  FROM model_calls c LEFT JOIN users u ON u.id = c.account`;
const WHOLE = `SELECT c.*, ${NAME} FROM model_calls c LEFT JOIN users u ON u.id = c.account`;

function toListed(row: CallRow): ModelCallListed {
  return {
    id: row.id,
    runId: row.run_id,
    task: row.task,
    account: row.account === null ? null : { id: row.account, name: row.account_name ?? '' },
    host: row.host,
    model: row.model,
    at: toIso(row.at),
    durationMs: row.duration_ms,
    bytesSent: row.bytes_sent,
    bytesReceived: row.bytes_received,
    tokensSent: row.tokens_sent,
    tokensReceived: row.tokens_received,
    isEstimated: row.is_estimated === 1,
    reasoning: row.reasoning,
    cost: row.cost,
    finish: row.finish,
    failure: row.failure,
    failureText: row.failure_text,
    verification: row.verification === null ? null : (JSON.parse(row.verification) as Verification),
    replayOf: row.replay_of,
  };
}

const toCall = (row: CallRow): ModelCall => ({
  ...toListed(row),
  sent: row.sent ?? null,
  reply: row.reply ? (JSON.parse(row.reply) as ModelCall['reply']) : null,
});

/** Budgets are of a day in UTC, so that they begin anew at the same moment for everybody. */
export const dayOf = (at: number): string => toIso(at).slice(0, 10);

function conditions({ task, outcome }: ModelCallsQuery): { where: string; values: Bound[] } {
  const parts: string[] = [];
  const values: Bound[] = [];
  if (task) {
    parts.push('c.task = ?');
    values.push(task);
  }
  if (outcome) parts.push(outcome === 'failed' ? 'c.failure IS NOT NULL' : 'c.finish IS NOT NULL');
  return { where: parts.join(' AND ') || '1 = 1', values };
}

export function createCallLog(db: Database) {
  const note = { actor: null, origin: 'system', action: 'models.call' } as const;
  return {
    /** Counts towards the day from the start, so that many at once do not pass the budget together. */
    begin(call: NewCall): void {
      db.write({ ...note, actor: call.account }, (tx) => {
        tx.run(
          `INSERT INTO model_calls (id, run_id, task, account, host, model, at, replay_of)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          call.id,
          call.runId,
          call.task,
          call.account,
          call.host,
          call.model,
          tx.now,
          call.replayOf,
        );
        tx.announce('model_calls', call.id);
      });
    },
    countCall(): void {
      db.write(note, (tx) =>
        tx.run(
          'INSERT INTO model_usage (day, calls) VALUES (?, 1) ON CONFLICT (day) DO UPDATE SET calls = calls + 1',
          dayOf(tx.now),
        ),
      );
    },
    end(id: string, end: CallEnd): void {
      db.write(note, (tx) => {
        tx.run(
          `UPDATE model_calls SET duration_ms = ?, bytes_sent = ?, bytes_received = ?, tokens_sent = ?,
             tokens_received = ?, is_estimated = ?, reasoning = ?, cost = ?, finish = ?, failure = ?,
             failure_text = ?, sent = ?, reply = ? WHERE id = ?`,
          end.durationMs,
          end.bytesSent,
          end.bytesReceived,
          end.tokensSent,
          end.tokensReceived,
          end.isEstimated ? 1 : 0,
          end.reasoning,
          end.cost,
          end.finish,
          end.failure,
          end.failureText,
          end.sent,
          end.reply === null ? null : JSON.stringify(end.reply),
          id,
        );
        const tokens = end.tokensSent + end.tokensReceived;
        tx.run(
          `INSERT INTO model_usage (day, tools, tokens, cost) VALUES (?, ?, ?, ?)
           ON CONFLICT (day) DO UPDATE SET tools = tools + excluded.tools,
             tokens = tokens + excluded.tokens, cost = cost + excluded.cost`,
          dayOf(tx.now),
          end.reply?.toolCalls.length ?? 0,
          tokens,
          end.cost ?? 0,
        );
        tx.announce('model_calls', id);
      });
    },
    verify(runId: string, verification: Verification): void {
      db.write(note, (tx) => {
        const json = JSON.stringify(verification);
        const marked = tx.run(
          'UPDATE model_calls SET verification = ? WHERE run_id = ?',
          json,
          runId,
        );
        if (marked > 0) tx.announce('model_calls');
      });
    },
    usage(day: string): ModelUsage {
      const none = { day, calls: 0, tools: 0, tokens: 0, cost: 0 };
      return db.read(
        'models.usage',
        (reader) => reader.get<ModelUsage>('SELECT * FROM model_usage WHERE day = ?', day) ?? none,
      );
    },
    list(query: ModelCallsQuery, after: { at: number; id: string } | null) {
      const { where, values } = conditions(query);
      return db.read('models.calls', (reader) => {
        const total =
          reader.get<{ n: number }>(
            `SELECT count(*) AS n FROM model_calls c WHERE ${where}`,
            ...values,
          )?.n ?? 0;
        const place = after ? 'AND (c.at, c.id) < (?, ?)' : '';
        const rows = reader.all<CallRow>(
          `${LISTED} WHERE ${where} ${place} ORDER BY c.at DESC, c.id DESC LIMIT ?`,
          ...values,
          ...(after ? [after.at, after.id] : []),
          query.limit,
        );
        return { rows: rows.map(toListed), total };
      });
    },
    get: (id: string): ModelCall | undefined =>
      db.read('models.oneCall', (reader) => {
        const row = reader.get<CallRow>(`${WHOLE} WHERE c.id = ?`, id);
        return row && toCall(row);
      }),
    /** Oldest first, some at a time. */
    pageAfter: (at: number, id: string): ModelCall[] =>
      db.read('models.exportCalls', (reader) =>
        reader
          .all<CallRow>(
            `${WHOLE} WHERE (c.at, c.id) > (?, ?) ORDER BY c.at, c.id LIMIT ?`,
            at,
            id,
            EXPORT_ROWS,
          )
          .map(toCall),
      ),
    noteExport: (actor: string): void =>
      db.write({ actor, origin: 'user', action: 'models.export' }, (tx) =>
        tx.note('model_calls', 1),
      ),
    /** What an earlier process left open ended with it. */
    closeOpen(): void {
      db.write(note, (tx) =>
        tx.run(
          `UPDATE model_calls SET duration_ms = 0, failure = 'cut',
             failure_text = 'Watchfloor was closed meanwhile.' WHERE duration_ms IS NULL`,
        ),
      );
    },
    /** Contents after so many days, the rows themselves after a year. */
    tidy(keepDays: number, now: number): void {
      db.write({ ...note, action: 'models.retention' }, (tx) => {
        const emptied = tx.run(
          `UPDATE model_calls SET sent = NULL, reply = NULL
           WHERE at < ? AND (sent IS NOT NULL OR reply IS NOT NULL)`,
          now - keepDays * DAY_MS,
        );
        const removed = tx.run(
          'DELETE FROM model_calls WHERE at < ?',
          now - KEEP_ROWS_DAYS * DAY_MS,
        );
        if (emptied + removed > 0) {
          tx.note('model_calls', emptied + removed);
          tx.announce('model_calls');
        }
      });
    },
  };
}
export type CallLog = ReturnType<typeof createCallLog>;
