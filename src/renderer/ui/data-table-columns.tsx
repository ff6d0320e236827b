import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from './button.tsx';
import type { DataColumn, TableModel } from './use-data-table.ts';

const ITEM =
  'relative flex min-h-7 cursor-pointer items-center rounded-sm py-1 pr-3 pl-7 text-fg outline-none select-none data-highlighted:bg-raised';

interface ColumnChoiceProps {
  columns: readonly Pick<DataColumn<never>, 'id' | 'header' | 'isFixed'>[];
  table: Pick<TableModel<never>, 'setVisible' | 'resetLayout'> & {
    readonly columns: readonly { readonly id: string }[];
  };
  /** How many of the chosen columns find no room. */
  hidden: number;
  /** Beside much else: its picture alone, unless the window is wide. */
  isCompact?: boolean;
}

/** Which columns are shown; stays open while several are chosen. */
export function ColumnChoice({ columns, table, hidden, isCompact = false }: ColumnChoiceProps) {
  const shown = new Set(table.columns.map(({ id }) => id));
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button size="sm" variant="ghost" icon={<Columns3 aria-hidden />}>
          <span className={isCompact ? 'max-2xl:sr-only' : undefined}>
            {hidden === 0 ? 'Columns' : `Columns (${hidden} without room)`}
          </span>
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-pop overflow-y-auto rounded-md bg-surface p-1 shadow-float"
        >
          {columns
            .filter((column) => !column.isFixed)
            .map((column) => (
              <DropdownMenu.CheckboxItem
                key={column.id}
                checked={shown.has(column.id)}
                onCheckedChange={(isVisible) => table.setVisible(column.id, isVisible)}
                onSelect={(event) => event.preventDefault()}
                className={ITEM}
              >
                <DropdownMenu.ItemIndicator className="absolute left-2">
                  <Check aria-hidden className="size-3.5 text-accent-text" />
                </DropdownMenu.ItemIndicator>
                {column.header}
              </DropdownMenu.CheckboxItem>
            ))}
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item onSelect={table.resetLayout} className={ITEM}>
            Columns and widths as at first
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
