import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { alertKeys, isUpdating } from './alerts.queries.ts';

export interface UpdateLine {
  /** At once, or where a change of the alert is under way, after it and on what it became. */
  afterUpdate(alert: Alert, act: (alert: Alert) => void): void;
}

/** Keys that come faster than the core answers are done one after the other: `i`, then `r`. */
export function useUpdateLine(): UpdateLine {
  const queries = useQueryClient();
  const [line] = useState(() => createUpdateLine(queries));
  return line;
}

export function createUpdateLine(queries: QueryClient): UpdateLine {
  let waiting = 0;
  let last = Promise.resolve();
  return {
    afterUpdate(alert, act) {
      if (waiting === 0 && !isUpdating(queries, alert.id)) return act(alert);
      waiting += 1;
      last = last.then(async () => {
        await updated(queries, alert.id);
        waiting -= 1;
        act(queries.getQueryData<Alert>(alertKeys.one(alert.id)) ?? alert);
      });
    },
  };
}

function updated(queries: QueryClient, id: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isUpdating(queries, id)) return;
      stop();
      resolve();
    };
    const stop = queries.getMutationCache().subscribe(look);
    look();
  });
}
