import { z } from 'zod';
import type { ConnectorContext, ConnectorPage } from '../../connector.types.ts';
import { readCursor } from '../kit/cursor.ts';
import { writeCursor } from '../shared/cursor.ts';
import { afterPage, openWindow, pagedWindowSchema } from '../shared/paged-window.ts';
import { alertsPage, allCases } from './iris-api.ts';
import type { IrisSettings } from './settings.ts';

const cursorSchema = z.object({
  alerts: pagedWindowSchema.nullable(),
  /** Numbers of cases only grow: up to this one they are known. */
  lastCase: z.number(),
  isCases: z.boolean(),
});

/** The alerts of a window, then the cases that came since. */
export async function fetchRecords(
  context: ConnectorContext<IrisSettings>,
  text: string | null,
): Promise<ConnectorPage> {
  const { includeCases, sinceDays } = context.settings;
  const cursor = readCursor(cursorSchema, text) ?? { alerts: null, lastCase: 0, isCases: false };
  if (cursor.isCases) {
    const fresh = (await allCases(context)).filter(({ id }) => id > cursor.lastCase);
    const page = fresh.slice(0, context.batchSize);
    const hasMore = page.length < fresh.length;
    const next = { ...cursor, lastCase: page.at(-1)?.id ?? cursor.lastCase, isCases: hasMore };
    return { records: page.map(({ bytes }) => bytes), cursor: writeCursor(next), hasMore };
  }
  const window = openWindow(cursor.alerts, context.now(), sinceDays);
  const { records, total } = await alertsPage(context, { ...window, limit: context.batchSize });
  const isLast = records.length < context.batchSize;
  const { next, hasMore } = afterPage(window, { total, isLast });
  const isCases = !hasMore && includeCases;
  return {
    records,
    cursor: writeCursor({ ...cursor, alerts: next, isCases }),
    hasMore: hasMore || isCases,
  };
}
