import { z } from 'zod';
import type { ConnectorContext, ConnectorPage } from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { writeCursor } from '../shared/cursor.ts';
import { afterPage, openWindow, pagedWindowSchema } from '../shared/paged-window.ts';
import type { TheHiveSettings } from './settings.ts';
import { counted, listed } from './thehive-api.ts';
import { MOST_WITH_OBSERVABLES, withObservables } from './with-observables.ts';

const cursorSchema = z.object({
  kind: z.enum(['alert', 'case']),
  window: pagedWindowSchema,
  /** Of the cases, while alerts are read. */
  cases: pagedWindowSchema.nullable(),
});

/** Alerts first, then cases; each has its own windows. */
export async function fetchRecords(
  context: ConnectorContext<TheHiveSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { sinceDays, includeCases, includeObservables } = context.settings;
  const size = includeObservables
    ? Math.min(context.batchSize, MOST_WITH_OBSERVABLES)
    : context.batchSize;
  const cursor = readCursor(cursorSchema, text);
  const kind = cursor?.kind ?? 'alert';
  const window = openWindow(cursor?.window ?? null, context.now(), sinceDays);
  const asked = { kind, from: window.from, to: window.to };
  const from = window.page * size;
  const found = await listed(context, asked, { from, to: from + size });
  const isLast = found.length < size;
  const records = includeObservables ? await withObservables(context, kind, found) : found;
  // Counted at both ends of the window: in between it would only cost.
  const isEdge = window.page === 0 || isLast;
  const total = isEdge ? await counted(context, asked) : window.total;
  const { next, hasMore } = afterPage(window, { total, isLast });
  const other = cursor?.cases ?? null;
  if (hasMore)
    return { records, cursor: writeCursor({ kind, window: next, cases: other }), hasMore };
  if (kind === 'alert' && includeCases) {
    // The position of the alerts waits where that of the cases was.
    const cases = openWindow(other, context.now(), sinceDays);
    return {
      records,
      cursor: writeCursor({ kind: 'case', window: cases, cases: next }),
      hasMore: true,
    };
  }
  const [alerts, cases] = kind === 'case' ? [other ?? next, next] : [next, other];
  return {
    records,
    cursor: writeCursor({ kind: 'alert', window: alerts, cases }),
    hasMore: false,
  };
}
