import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  clampWidth,
  compareValues,
  MIN_COLUMN_PX,
  readLayout,
  type TableLayout,
  writeLayout,
} from './data-table.layout.ts';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Sorted by, and shown (as untrusted text) where there is no `cell`; null comes last. */
  readonly value: (row: Row) => string | number | null;
  readonly cell?: (row: Row) => ReactNode;
  /** Its share of the space, beside the others'; 1 where absent. */
  readonly share?: number;
  readonly minWidth?: number;
  readonly align?: 'start' | 'end';
  /** Cannot be hidden: what names the row. */
  readonly isFixed?: boolean;
  /** Not shown until it is chosen. */
  readonly isHiddenAtFirst?: boolean;
  readonly isUnsortable?: boolean;
}

export interface TableSort {
  readonly id: string;
  readonly direction: 'ascending' | 'descending';
}

export interface TableModel<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly layout: TableLayout;
  readonly sort: TableSort | null;
  /** Ascending, descending, as it came. */
  toggleSort(id: string): void;
  setVisible(id: string, isVisible: boolean): void;
  setWidth(id: string, width: number): void;
  resetLayout(): void;
}

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Which columns are shown is kept by somebody else (an address): their ids, null as the table has it. */
export interface ChosenColumns {
  readonly ids: readonly string[] | null;
  readonly onChange: (ids: readonly string[] | null) => void;
}

interface TableInput<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort: TableSort | undefined;
  /** Remembers columns and widths under this name. */
  storageKey: string | undefined;
  chosen: ChosenColumns | undefined;
}

/** Order, columns and widths of a table; rows and cells are for the caller to draw. */
export function useDataTable<Row extends object>(input: TableInput<Row>): TableModel<Row> {
  const { columns, rows, rowId, storageKey, chosen } = input;
  const first = useMemo(() => firstLayout(columns), [columns]);
  const [layout, setLayout] = useState(() => keptLayout(storageKey) ?? first);
  useEffect(() => {
    if (storageKey !== undefined) writeLayout(window.localStorage, storageKey, layout);
  }, [storageKey, layout]);
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(columnDef), [columns]),
    data: rows,
    getRowId: rowId,
    sortDescFirst: false,
    initialState: {
      sorting: input.sort
        ? [{ id: input.sort.id, desc: input.sort.direction === 'descending' }]
        : [],
    },
    state: {
      columnVisibility: chosen?.ids
        ? visibleOnly(columns, chosen.ids)
        : { ...first.visible, ...layout.visible },
    },
  });
  const [sorted] = table.state.sorting;
  return {
    rows: table.getRowModel().rows.map((row) => row.original),
    columns: columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? false),
    layout,
    sort: sorted ? { id: sorted.id, direction: sorted.desc ? 'descending' : 'ascending' } : null,
    toggleSort: (id) => table.getColumn(id)?.toggleSorting(),
    setVisible(id, isVisible) {
      if (chosen) {
        const shown = columns.filter((column) =>
          column.id === id ? isVisible : table.getColumn(column.id)?.getIsVisible(),
        );
        return chosen.onChange(shown.map((column) => column.id));
      }
      setLayout((old) => ({ ...old, visible: { ...old.visible, [id]: isVisible } }));
    },
    setWidth: (id, width) => {
      const min = columns.find((column) => column.id === id)?.minWidth ?? MIN_COLUMN_PX;
      setLayout((old) => ({ ...old, widths: { ...old.widths, [id]: clampWidth(width, min) } }));
    },
    resetLayout() {
      chosen?.onChange(null);
      setLayout(first);
    },
  };
}

function visibleOnly<Row>(columns: readonly DataColumn<Row>[], ids: readonly string[]) {
  return Object.fromEntries(
    columns.map((column) => [column.id, column.isFixed === true || ids.includes(column.id)]),
  );
}

function firstLayout<Row>(columns: readonly DataColumn<Row>[]): TableLayout {
  const hidden = columns.filter((column) => column.isHiddenAtFirst);
  return { visible: Object.fromEntries(hidden.map(({ id }) => [id, false])), widths: {} };
}

function keptLayout(storageKey: string | undefined): TableLayout | null {
  return storageKey === undefined ? null : readLayout(window.localStorage, storageKey);
}

function columnDef<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: (row) => column.value(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: (one, other, id) => compareValues(one.getValue(id), other.getValue(id)),
    enableSorting: column.isUnsortable !== true,
    enableHiding: column.isFixed !== true,
  };
}
