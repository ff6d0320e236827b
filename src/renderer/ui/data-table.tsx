import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react';
import { cx } from './cx.ts';
import { columnTrack, fittingColumns, MIN_COLUMN_PX } from './data-table.layout.ts';
import { ColumnChoice } from './data-table-columns.tsx';
import { TableHead } from './data-table-head.tsx';
import { TableRow } from './data-table-row.tsx';
import {
  type ChosenColumns,
  type DataColumn,
  type TableModel,
  type TableSort,
  useDataTable,
} from './use-data-table.ts';
import { useRowHeight } from './use-density.ts';
import { useRowCursor } from './use-row-cursor.ts';
import { useSize } from './use-size.ts';

export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

interface DataTableProps<Row extends object> {
  /** Names the table. */
  label: string;
  /** Stays the same between renders (a constant, or `useMemo`), as do `rows`. */
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called when it is selected: 'Select …'. */
  rowName: (row: Row) => string;
  sort?: TableSort;
  /** Remembers columns and widths under this name. */
  storageKey?: string;
  /** Which columns are shown is kept elsewhere. */
  chosenColumns?: ChosenColumns;
  selection?: TableSelection;
  /** Enter or a double click on a row. */
  onOpen?: (row: Row) => void;
  /** Shown in place of rows where there are none. */
  empty: ReactNode;
  /** Above the table at the left: figures, filters, what is done to the selected rows. */
  toolbar?: ReactNode;
  /** Limits the height, over which the rows scroll under the head: `max-h-112`, `flex-1`. */
  className?: string;
}

/** Every table is drawn in full up to here; a longer one draws the rows in view. */
const VIRTUAL_FROM = 100;
const OVERSCAN_ROWS = 8;
const CHECKBOX_TRACK = '2.25rem';
const CHECKBOX_PX = 36;

/**
 * Rows and columns as a grid for assistive technology: one stop of Tab for the rows, arrow keys move
 * from row to row, Space selects, Shift extends, Ctrl-A selects all, Enter opens. The head's buttons
 * sort; its separators are moved by the mouse or the arrow keys.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const model = useDataTable({
    columns,
    rows,
    rowId,
    sort: props.sort,
    storageKey: props.storageKey,
    chosen: props.chosenColumns,
  });
  const ids = model.rows.map(rowId);
  const cursor = useRowCursor(ids, selection);
  const rowPx = useRowHeight();
  const [size, measure] = useSize();
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      measure(element);
    },
    [measure],
  );
  const space = size === null ? null : size.width - (selection ? CHECKBOX_PX : 0);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: ids.length <= VIRTUAL_FROM ? VIRTUAL_FROM : OVERSCAN_ROWS,
    scrollPaddingStart: rowPx,
    // The row that has the keyboard stays in the page, however far the view is from it.
    rangeExtractor: (range) => {
      const drawn = new Set(defaultRangeExtractor(range));
      const active = cursor.activeId === null ? -1 : ids.indexOf(cursor.activeId);
      return [...(active >= 0 ? drawn.add(active) : drawn)].sort((a, b) => a - b);
    },
  });
  const table = {
    ...model,
    columns: fittingColumns(model.columns, model.layout.widths, space),
  };
  const tracks = tracksOf(table, selection !== undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = cursor.onKey(event);
    if (next === null) return;
    event.preventDefault();
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <div className="min-w-0 flex-1">{props.toolbar}</div>
        <ColumnChoice
          columns={columns}
          table={model}
          hidden={model.columns.length - table.columns.length}
        />
      </div>
      <div
        ref={place}
        className={cx(
          'min-h-0 overflow-auto rounded-lg border border-line bg-surface',
          props.className ?? 'max-h-128',
        )}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the keyboard, so it is a grid (WAI-ARIA 1.2)
          role="grid"
          aria-label={props.label}
          aria-rowcount={ids.length + 1}
          aria-colcount={table.columns.length + (selection ? 1 : 0)}
          aria-multiselectable={selection ? true : undefined}
          className="block min-w-fit"
        >
          <TableHead table={table} tracks={tracks} selection={selection} ids={ids} />
          <tbody
            className="relative block"
            style={{ height: virtual.getTotalSize() }}
            onKeyDown={onKeyDown}
          >
            {virtual.getVirtualItems().map((item) => {
              const row = table.rows[item.index];
              if (row === undefined) return null;
              const id = rowId(row);
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  name={props.rowName(row)}
                  columns={table.columns}
                  index={item.index}
                  top={item.start}
                  height={item.size}
                  tracks={tracks}
                  isTabStop={item.index === cursor.tabStop(virtual.range?.startIndex ?? 0)}
                  takesFocus={id === cursor.activeId && cursor.movesFocus}
                  isSelected={selection ? selection.ids.has(id) : null}
                  onFocus={() => cursor.setActive(id)}
                  onSelect={(isExtending) => cursor.select(id, isExtending)}
                  onOpen={props.onOpen && (() => props.onOpen?.(row))}
                />
              );
            })}
          </tbody>
        </table>
        {ids.length === 0 && props.empty}
      </div>
    </div>
  );
}

function tracksOf<Row>(table: TableModel<Row>, isSelectable: boolean): string {
  const tracks = table.columns.map((column) =>
    columnTrack(
      table.layout.widths[column.id],
      column.share ?? 1,
      column.minWidth ?? MIN_COLUMN_PX,
    ),
  );
  return [...(isSelectable ? [CHECKBOX_TRACK] : []), ...tracks].join(' ');
}
