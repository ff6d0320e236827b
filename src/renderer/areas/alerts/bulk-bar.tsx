import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { type Command, useCommands } from '../../api/commands.tsx';
import { Button } from '../../ui/button.tsx';
import { isChosen } from './alerts.ui.ts';
import { BULK_LABELS, type BulkAction, pageIds } from './bulk-actions.ts';
import { useDesk, useDeskState } from './desk-context.tsx';
import type { DeskRows } from './use-alert-rows.ts';
import type { DeskActions } from './use-desk-actions.ts';
import { useSelectionOfFilter } from './use-selection.ts';
import { useStableCallback } from './use-stable-callback.ts';

const SHOWN: readonly BulkAction[] = [
  'investigate',
  'resolve',
  'false-positive',
  'escalate',
  'assign',
  'reopen',
];

interface BulkBarProps {
  actions: DeskActions;
  rows: DeskRows;
  filter: AlertFilter;
}

/** What can be done with the selected alerts, or with all of the filter; there only while some are. */
export function BulkBar({ actions, rows, filter }: BulkBarProps) {
  const desk = useDesk();
  const selected = useDeskState((state) => state.selected);
  const all = useDeskState((state) => state.all);
  const isAny = isChosen({ selected, all });
  useSelectedCommands(isAny, actions);
  useSelectionOfFilter(filter);
  if (!isAny) return null;
  const page = pageIds(rows);
  const isPageSelected = page.every((id) => selected.has(id));
  const total = rows.isLocal ? null : rows.total;
  const isMore = all === null && (total === null || total > selected.size);
  return (
    <section
      aria-label="Selected alerts"
      className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-3 py-1.5"
    >
      <p aria-live="polite" className="mr-2 font-medium text-accent-text tabular-nums">
        {all === null ? selectionText(selected, rows) : allText(total)}
      </p>
      {!isPageSelected && all === null && (
        <Button size="sm" variant="ghost" onClick={() => desk.addSelected(page)}>
          Select the {page.length.toLocaleString()} on this page
        </Button>
      )}
      {isMore && (
        <Button size="sm" variant="ghost" onClick={() => desk.selectAll(filter)}>
          {total === null
            ? 'Select all that match'
            : `Select all ${total.toLocaleString()} that match`}
        </Button>
      )}
      {SHOWN.map((action) => (
        <Button key={action} size="sm" onClick={() => actions.many(action)}>
          {BULK_LABELS[action]} selected
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={desk.clearSelected}>
        Clear selection
      </Button>
    </section>
  );
}

/** What the bar does is also offered by name. */
function useSelectedCommands(isAny: boolean, actions: DeskActions): void {
  const many = useStableCallback(actions.many);
  const commands = useMemo(
    () =>
      isAny
        ? SHOWN.map(
            (action): Command => ({
              id: `alerts.selected-${action}`,
              title: `Selected alerts: ${BULK_LABELS[action]}`,
              words: 'bulk many all',
              kind: 'action',
              icon: ListChecks,
              needs: 'alerts.write',
              run: () => many(action),
            }),
          )
        : [],
    [isAny, many],
  );
  useCommands(commands);
}

function allText(total: number | null): string {
  return total === null
    ? 'All alerts that match'
    : `All ${total.toLocaleString()} alerts that match`;
}

/** Alerts leave the list by what others do to them, and its memory as it is scrolled. */
function selectionText(selected: ReadonlySet<string>, rows: DeskRows): string {
  const loaded = new Set(rows.loaded().map(({ id }) => id));
  const away = [...selected].filter((id) => !loaded.has(id)).length;
  const n = selected.size;
  const text = n === 1 ? '1 alert selected' : `${n.toLocaleString()} alerts selected`;
  return away === 0 ? text : `${text}, ${away.toLocaleString()} not in view`;
}
