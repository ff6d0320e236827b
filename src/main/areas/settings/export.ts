/**
 * Everything readable as NDJSON (docs/spec/settings.md, "The export"): a first line that says what
 * this is, a line a record, a last line that counts them. Streamed, page by page, as fast as it is
 * taken; a click comes through between two pages.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ExportRow, ExportStore } from './export.store.ts';

const EXPORT_FORMAT = 'watchfloor-workspace';
const EXPORT_VERSION = 1;

export type WorkspaceExport = (actor: string) => ReadableStream<Uint8Array<ArrayBuffer>>;

export interface ExportDeps {
  readonly store: ExportStore;
  readonly clock: Clock;
  readonly version: string;
  readonly schema: () => number;
  /** Alerts with their raw records as the alerts area exports them: whole lines of JSON. */
  readonly alertLines: () => ReadableStream<Uint8Array>;
}

function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function rowLine(table: string, row: ExportRow): string {
  const record = Object.fromEntries(Object.entries(row).map(([name, v]) => [name, toJson(v)]));
  return `${JSON.stringify({ table, record })}\n`;
}

export function createWorkspaceExport(deps: ExportDeps): WorkspaceExport {
  const { store } = deps;

  async function* rowsOf(table: string, isPaged: boolean): AsyncGenerator<ExportRow[]> {
    if (!isPaged) return yield store.whole(table);
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const { rows, last } = store.page(table, after);
      if (rows.length === 0) return;
      yield rows;
      after = last;
      await nextTurn();
    }
  }

  async function* alerts(): AsyncGenerator<string[]> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of deps.alertLines()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield lines.map((line) => `{"table":"alerts","record":${line}}\n`);
    }
  }

  async function* pieces(): AsyncGenerator<string> {
    const records: Record<string, number> = {};
    const count = (table: string, n: number) => {
      records[table] = (records[table] ?? 0) + n;
    };
    const { version } = deps;
    const head = { format: EXPORT_FORMAT, formatVersion: EXPORT_VERSION, version };
    const createdAt = toIso(deps.clock.now());
    yield `${JSON.stringify({ ...head, schema: deps.schema(), createdAt })}\n`;
    for await (const lines of alerts()) {
      count('alerts', lines.length);
      yield lines.join('');
    }
    for (const { name, isPaged } of store.tables()) {
      for await (const rows of rowsOf(name, isPaged)) {
        count(name, rows.length);
        yield rows.map((row) => rowLine(name, row)).join('');
      }
    }
    yield `${JSON.stringify({ end: true, records })}\n`;
  }

  return (actor) => {
    store.note(actor);
    const encoder = new TextEncoder();
    const source = pieces();
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await source.return(undefined);
      },
    });
  };
}
