import type { Page } from '../../../shared/contract/client.ts';

/** So often one page of the list is asked for on: what is looked for may be far back. */
const CALLS_MAX = 12;

interface Wanted {
  readonly cursor: string | null;
  readonly size: number;
  readonly signal: AbortSignal;
}

/** A full page of a list whose calls may end short of one, or as much of it as some calls find. */
export async function lookOn<Row>(
  ask: (cursor: string | null, limit: number) => Promise<Page<Row[]>>,
  { cursor, size, signal }: Wanted,
): Promise<Page<Row[]>> {
  let page = await ask(cursor, size);
  const rows = [...page.rows];
  for (let calls = 1; calls < CALLS_MAX && page.nextCursor !== null; calls += 1) {
    if (rows.length >= size || signal.aborted) break;
    page = await ask(page.nextCursor, size - rows.length);
    rows.push(...page.rows);
  }
  const isWhole = cursor === null && page.nextCursor === null;
  return { rows, total: isWhole ? rows.length : page.total, nextCursor: page.nextCursor };
}
