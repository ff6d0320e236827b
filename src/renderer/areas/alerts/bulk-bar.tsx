import { ListChecks } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { type Command, useCommands } from '../../api/commands.tsx';
import { Button } from '../../ui/button.tsx';
import { filterKey } from './alerts.filter-url.ts';
import { BULK_LABELS, type BulkAction, pageIds } from './bulk-actions.ts';
import { useDesk, useDeskState } from './desk-context.tsx';
import type { DeskRows } from './use-alert-rows.ts';
import type { DeskActions } from './use-desk-actions.ts';
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
  const isChosen = selected.size > 0 || all !== null;
  useSelectedCommands(isChosen, actions);
  const isOtherFilter = all !== null && filterKey(all) !== filterKey(filter);
  useEffect(() => {
    if (isOtherFilter) desk.clearSelected();
  }, [isOtherFilter, desk]);
  if (!isChosen) return null;
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
        {selectionText(selected.size, all !== null, total)}
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
function useSelectedCommands(isChosen: boolean, actions: DeskActions): void {
  const many = useStableCallback(actions.many);
  const commands = useMemo(
    () =>
      isChosen
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
    [isChosen, many],
  );
  useCommands(commands);
}

function selectionText(n: number, isAll: boolean, total: number | null): string {
  if (isAll)
    return total === null
      ? 'All alerts that match'
      : `All ${total.toLocaleString()} alerts that match`;
  return n === 1 ? '1 alert selected' : `${n.toLocaleString()} alerts selected`;
}
