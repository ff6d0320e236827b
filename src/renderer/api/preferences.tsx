import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type PreferencesPatch,
  preferencesContract,
} from '../../shared/areas/settings/preferences.contract.ts';
import { changedPreferences } from '../../shared/areas/settings/preferences.rules.ts';
import type { Client } from '../../shared/contract/client.ts';
import { useClient } from './client-context.tsx';

const CHANGE_KEY = ['preferences', 'change'];

export function preferencesQuery(client: Client) {
  return queryOptions({
    queryKey: ['preferences'],
    queryFn: () => client.call(preferencesContract.get, {}),
  });
}

/** How the signed-in account wants its page; the defaults until the core has answered. */
export function usePreferences(): Preferences {
  return useQuery(preferencesQuery(useClient())).data ?? DEFAULT_PREFERENCES;
}

/**
 * Changes some of them: the page follows at once and goes back where the core refuses. Changes are
 * sent one after the other, so that the last one wins.
 */
export function useChangePreferences(onError: (error: Error) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const { queryKey } = preferencesQuery(client);
  return useMutation({
    mutationKey: CHANGE_KEY,
    scope: { id: 'preferences' },
    mutationFn: (body: PreferencesPatch) => client.call(preferencesContract.update, { body }),
    async onMutate(patch) {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (now) =>
        changedPreferences(now ?? DEFAULT_PREFERENCES, patch),
      );
      return { before };
    },
    onError(error, _patch, context) {
      queries.setQueryData(queryKey, context?.before);
      onError(error);
    },
    onSettled: () =>
      queries.isMutating({ mutationKey: CHANGE_KEY }) > 1
        ? undefined
        : queries.invalidateQueries({ queryKey }),
  });
}
