import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { useToast } from '../../ui/toast.tsx';
import { createLoadedFilter } from './alerts.filter.ts';
import { filterKey } from './alerts.filter-url.ts';
import { loadedAlerts } from './alerts.queries.ts';
import { useDesk } from './desk-context.tsx';
import type { AlertRows } from './use-alert-pages.ts';
import { useStableCallback } from './use-stable-callback.ts';

const TITLE = 'Selection';

/** Ticks or unticks an alert; says so where all that match were selected and no longer are. */
export function useToggleSelected(rows: Pick<AlertRows, 'loaded'>): (id: string) => void {
  const desk = useDesk();
  const { toast } = useToast();
  return useStableCallback((id: string) => {
    const left = desk.toggleSelected(
      id,
      rows.loaded().map((alert) => alert.id),
    );
    if (left === null) return;
    const description = `No longer all that match: the ${left.toLocaleString()} others that are loaded are selected.`;
    toast({ title: TITLE, description });
  });
}

/** Nothing stays selected that another filter hides: it would be changed without being seen. */
export function useSelectionOfFilter(filter: AlertFilter): void {
  const desk = useDesk();
  const queries = useQueryClient();
  const { toast } = useToast();
  const [filterLoaded] = useState(createLoadedFilter);
  const key = filterKey(filter);
  const follow = useStableCallback(() => {
    const { selectionKey, all, selected } = desk.store.getState();
    if (selectionKey === key) return;
    const isOtherAll = all !== null && filterKey(all) !== key;
    const shown = selected.size > 0 ? filterLoaded(loadedAlerts(queries), filter) : [];
    const hidden = desk.keepSelected(new Set(shown.map(({ id }) => id)), key);
    if (isOtherAll)
      toast({ title: TITLE, description: 'The filter changed: nothing is selected any more.' });
    else if (hidden > 0) toast({ title: TITLE, description: hiddenText(hidden) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is what is followed
  useEffect(() => follow(), [key, follow]);
}

function hiddenText(n: number): string {
  return n === 1
    ? '1 alert that the filter hides is no longer selected.'
    : `${n.toLocaleString()} alerts that the filter hides are no longer selected.`;
}
