import { parse } from 'csv-parse/sync';

/** Rows of a CSV (RFC 4180), by another reader than what wrote it. */
export function parseCsv(text: string): string[][] {
  return parse(text, { bom: true }) as string[][];
}
