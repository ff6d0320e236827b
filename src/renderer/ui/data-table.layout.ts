import { z } from 'zod';

/** What a person made of a table: which columns are hidden, how wide the others are. */
export interface TableLayout {
  /** False is hidden; a column that is not named is as the table has it. */
  readonly visible: Readonly<Record<string, boolean>>;
  /** Pixels; a column that is not named shares the space that is left. */
  readonly widths: Readonly<Record<string, number>>;
}

export const MIN_COLUMN_PX = 48;
export const MAX_COLUMN_PX = 1_200;
const STORAGE_PREFIX = 'watchfloor.table.';

const layoutSchema = z.object({
  visible: z.record(z.string(), z.boolean()),
  widths: z.record(z.string(), z.number().min(MIN_COLUMN_PX).max(MAX_COLUMN_PX)),
});

/** The layout that this browser keeps for a table; null where none is kept, or none that is sound. */
export function readLayout(storage: Pick<Storage, 'getItem'>, key: string): TableLayout | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_PREFIX + key) ?? 'null');
    return layoutSchema.safeParse(kept).data ?? null;
  } catch {
    return null;
  }
}

/** Storage may be refused (private windows): the layout then lasts as long as the page. */
export function writeLayout(
  storage: Pick<Storage, 'setItem'>,
  key: string,
  layout: TableLayout,
): void {
  try {
    storage.setItem(STORAGE_PREFIX + key, JSON.stringify(layout));
  } catch {
    return;
  }
}

export function clampWidth(width: number, min = MIN_COLUMN_PX): number {
  return Math.round(Math.min(MAX_COLUMN_PX, Math.max(min, width)));
}

/** A column's track of the grid: as wide as it was made, or its share of what is left. */
export function columnTrack(width: number | undefined, share: number, min: number): string {
  return width === undefined ? `minmax(${min}px, ${share}fr)` : `${width}px`;
}

interface FittingColumn {
  readonly id: string;
  readonly minWidth?: number;
  readonly isFixed?: boolean;
}

/**
 * The columns that find room side by side: where the space is narrow (a small window, 200 %) the
 * last ones give way, those that name the row or act on it stay. Null is a width not known yet.
 */
export function fittingColumns<C extends FittingColumn>(
  columns: readonly C[],
  widths: TableLayout['widths'],
  space: number | null,
): readonly C[] {
  if (space === null) return columns;
  const need = (column: C) => widths[column.id] ?? column.minWidth ?? MIN_COLUMN_PX;
  const shown = [...columns];
  const needed = () => shown.reduce((sum, column) => sum + need(column), 0);
  while (needed() > space) {
    const last = shown.findLastIndex((column) => !column.isFixed);
    if (last === -1) break;
    shown.splice(last, 1);
  }
  return shown;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by value, texts as people sort them ('host 9' before 'host 10'). */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}

/** The ids from one to another in the order of the rows, both included; empty where one is gone. */
export function idsBetween(ids: readonly string[], from: string, to: string): string[] {
  const [first, last] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  if (first === undefined || last === undefined || first < 0) return [];
  return ids.slice(first, last + 1);
}
