/** Rows as ranges of the table: asking an index about one range costs about as much as about one row. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Rows further apart than this are in two ranges. */
const GAP = 32;
/** More ranges than this are no better than asking about rows one by one until enough are found. */
const MOST_RANGES = 40;
/** In ranges this wide for their rows, most entries read are of other rows. */
const CLOSE_ROWS = 4;

/** Null where the rows lie too far apart. A few that came from elsewhere do not part the others. */
export function closeRanges(rows: readonly number[]): RowRange[] | null {
  const ranges: { first: number; last: number }[] = [];
  let open: { first: number; last: number } | undefined;
  for (const row of rows.toSorted((a, b) => a - b)) {
    if (open && row - open.last <= GAP) open.last = row;
    else {
      if (ranges.length === MOST_RANGES) return null;
      open = { first: row, last: row };
      ranges.push(open);
    }
  }
  const width = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return width > rows.length * CLOSE_ROWS ? null : ranges;
}
