import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { NoFigure } from './stat.tsx';
import { Untrusted } from './untrusted.tsx';
import type { DataColumn } from './use-data-table.ts';

interface TableRowProps<Row> {
  id: string;
  row: Row;
  name: string;
  columns: readonly DataColumn<Row>[];
  index: number;
  top: number;
  height: number;
  tracks: string;
  isTabStop: boolean;
  takesFocus: boolean;
  /** Null where rows cannot be selected. */
  isSelected: boolean | null;
  onFocus: () => void;
  onSelect: (isExtending: boolean) => void;
  onOpen: (() => void) | undefined;
}

/** The head is the first row and the checkbox the first column of what is read out. */
const ROWS_BEFORE = 2;

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, isSelected, onOpen } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (props.takesFocus && !element.current?.contains(document.activeElement)) {
      element.current?.focus({ preventScroll: true });
    }
  }, [props.takesFocus]);
  const columnsBefore = isSelected === null ? 1 : 2;
  return (
    <tr
      ref={element}
      data-row-id={props.id}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-rowindex={props.index + ROWS_BEFORE}
      aria-selected={isSelected ?? undefined}
      onFocus={props.onFocus}
      onDoubleClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === element.current) onOpen?.();
      }}
      className={cx(
        'absolute inset-x-0 top-0 grid items-center border-b border-line outline-offset-[-2px]',
        isSelected ? 'bg-accent-soft' : 'hover:bg-raised',
      )}
      style={{
        gridTemplateColumns: props.tracks,
        height: props.height,
        transform: `translateY(${props.top}px)`,
      }}
    >
      {isSelected !== null && (
        <td aria-colindex={1} className="flex justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={`Select ${props.name}`}
            onChange={(event) =>
              props.onSelect(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
            className="size-4 accent-accent"
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          aria-colindex={place + columnsBefore}
          className={cx(
            'min-w-0 truncate px-2.5',
            column.align === 'end' && 'text-right tabular-nums',
          )}
        >
          {column.cell ? column.cell(row) : plainCell(column.value(row))}
        </td>
      ))}
    </tr>
  );
}

function plainCell(value: string | number | null): ReactNode {
  if (value === null || value === '') return <NoFigure />;
  if (typeof value === 'number') return value.toLocaleString();
  return <Untrusted text={value} expand="none" />;
}
