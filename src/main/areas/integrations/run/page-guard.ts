import { ConnectorFailure, type ConnectorPage } from '../connector.types.ts';
import type { RunLimits } from './run-limits.ts';

const refuse = (text: string) =>
  new ConnectorFailure('answer', `${text} Nothing of this page was used.`);

/** What a page may be, however it came about. @throws ConnectorFailure 'answer' */
export function assertPage(page: ConnectorPage, limits: RunLimits): void {
  if (page.records.length > limits.records)
    throw refuse(`The source sent ${page.records.length.toLocaleString('en-US')} records at once.`);
  const bytes = page.records.reduce((sum, record) => sum + record.length, 0);
  if (bytes > limits.pageBytes) throw refuse('The records of a page are over 64 MiB together.');
  if (Buffer.byteLength(page.cursor) > limits.cursorBytes || !isJson(page.cursor))
    throw refuse('The source names a place to go on from that cannot be kept.');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A source that leads in a circle says that there is more for ever. */
export function createCursorWatch(first: string | null) {
  const seen = new Set<string | null>([first]);
  return {
    /** @throws ConnectorFailure 'answer' where it has been there, and still says that there is more */
    assertMoves({ cursor, hasMore }: ConnectorPage): void {
      if (hasMore && seen.has(cursor))
        throw new ConnectorFailure(
          'answer',
          'The source says that there is more but leads back to where it was. What it sent before that is kept.',
        );
      seen.add(cursor);
    },
  };
}
