import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { clampWidth, MAX_COLUMN_PX, MIN_COLUMN_PX } from './data-table.layout.ts';
import type { DataColumn, TableModel } from './use-data-table.ts';

interface TableHeadProps<Row> {
  table: TableModel<Row>;
  tracks: string;
  selection: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void } | undefined;
  /** Of all rows, in their order. */
  ids: readonly string[];
}

const STEP_PX = 10;
const LONG_STEP_PX = 50;

/** The row of names, which stays at the top while the rows scroll. */
export function TableHead<Row>({ table, tracks, selection, ids }: TableHeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 block bg-surface">
      <tr
        aria-rowindex={1}
        className="grid h-9 items-stretch border-b border-line bg-raised text-fg-muted"
        style={{ gridTemplateColumns: tracks }}
      >
        {selection && (
          <th scope="col" aria-colindex={1} className="flex items-center justify-center">
            <SelectAll selection={selection} ids={ids} />
          </th>
        )}
        {table.columns.map((column, place) => (
          <HeadCell
            key={column.id}
            column={column}
            table={table}
            index={place + (selection ? 2 : 1)}
          />
        ))}
      </tr>
    </thead>
  );
}

function SelectAll({
  selection,
  ids,
}: {
  selection: NonNullable<TableHeadProps<unknown>['selection']>;
  ids: readonly string[];
}) {
  const box = useRef<HTMLInputElement>(null);
  const count = ids.filter((id) => selection.ids.has(id)).length;
  const isAll = ids.length > 0 && count === ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all"
      checked={isAll}
      disabled={ids.length === 0}
      onChange={() => selection.onChange(new Set(isAll ? [] : ids))}
      className="size-4 accent-accent"
    />
  );
}

interface HeadCellProps<Row> {
  column: DataColumn<Row>;
  table: TableModel<Row>;
  index: number;
}

function HeadCell<Row>({ column, table, index }: HeadCellProps<Row>) {
  const cell = useRef<HTMLTableCellElement>(null);
  const direction = table.sort?.id === column.id ? table.sort.direction : null;
  return (
    <th
      ref={cell}
      scope="col"
      aria-colindex={index}
      aria-sort={column.isUnsortable ? undefined : (direction ?? 'none')}
      className={cx(
        'relative flex min-w-0 items-center text-xs font-medium',
        column.align === 'end' && 'justify-end',
      )}
    >
      {column.isUnsortable ? (
        <span className="truncate px-2.5">{column.header}</span>
      ) : (
        <button
          type="button"
          onClick={() => table.toggleSort(column.id)}
          className="flex h-full max-w-full min-w-0 items-center gap-1 px-2.5 outline-offset-[-2px] hover:text-fg"
        >
          <span className="truncate">{column.header}</span>
          <SortIcon direction={direction} />
        </button>
      )}
      <ResizeHandle
        column={column}
        width={table.layout.widths[column.id]}
        measure={() => cell.current?.offsetWidth ?? MIN_COLUMN_PX}
        onWidth={(width) => table.setWidth(column.id, width)}
      />
    </th>
  );
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | null }) {
  const Icon =
    direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Icon
      aria-hidden
      className={cx('size-3 shrink-0', direction === null ? 'text-fg-faint' : 'text-accent-text')}
    />
  );
}

interface ResizeHandleProps<Row> {
  column: DataColumn<Row>;
  /** What it was made; undefined while it shares the space. */
  width: number | undefined;
  measure: () => number;
  onWidth: (width: number) => void;
}

function ResizeHandle<Row>({ column, width, measure, onWidth }: ResizeHandleProps<Row>) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const min = column.minWidth ?? MIN_COLUMN_PX;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    start.current = { x: event.clientX, width: measure() };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (start.current) onWidth(start.current.width + event.clientX - start.current.x);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.header}`}
      aria-valuemin={min}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuenow={width ?? clampWidth(min, min)}
      aria-valuetext={width === undefined ? 'as the space allows' : `${width} pixels`}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={(event) => {
        const step = event.shiftKey ? LONG_STEP_PX : STEP_PX;
        if (event.key === 'ArrowLeft') onWidth(measure() - step);
        else if (event.key === 'ArrowRight') onWidth(measure() + step);
        else return;
        event.preventDefault();
      }}
      className="absolute top-1.5 right-0 bottom-1.5 w-1.5 cursor-col-resize touch-none rounded-sm border-r border-line-strong/60 hover:bg-accent focus-visible:bg-accent"
    />
  );
}
