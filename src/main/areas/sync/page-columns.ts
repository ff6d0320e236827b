/** A page's table that came column by column: its rows are objects only where somebody asks for them. */
import type { PageColumns, PulledTable, WireRow } from './wire.ts';

export function pulledTable(table: string, columns: PageColumns): PulledTable {
  return {
    ...{ table, columns },
    get rows() {
      return columns.rows;
    },
  };
}

/** undefined: it came row by row, or its rows are others by now. */
export function columnsOf(pulled: PulledTable): PageColumns | undefined {
  const { columns } = pulled;
  // Looked at and not read: the rows would be made.
  const isAsItCame = Object.getOwnPropertyDescriptor(pulled, 'rows')?.get !== undefined;
  return isAsItCame || columns?.rows === pulled.rows ? columns : undefined;
}

export const countOf = (pulled: PulledTable): number =>
  columnsOf(pulled)?.ids.length ?? pulled.rows.length;

/** The versions of each row, and its id. */
export function eachVersion(
  pulled: PulledTable,
  look: (v: string, f: WireRow['f'], id: string) => void,
): void {
  const columns = columnsOf(pulled);
  if (!columns) {
    for (const { id, v, f } of pulled.rows) look(v, f, id);
    return;
  }
  const { ids, versions, fields } = columns;
  for (const [place, v] of versions.entries()) look(v, fields?.[place] ?? null, ids[place] ?? '');
}
