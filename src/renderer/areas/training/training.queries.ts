import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AlertUpdate, alertsContract } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type Assessment,
  type Exercise,
  type ExerciseAlert,
  trainingContract,
} from '../../../shared/areas/training/training.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

/** Begin with what makes them old: an exercise shows alerts, so that a change of one fetches it again. */
const keys = {
  overview: ['training', 'overview'] as const,
  exercise: (key: string) => ['alerts', 'exercise', key] as const,
  gaps: ['training', 'gaps'] as const,
};

export function overviewQuery(client: Client) {
  return queryOptions({
    queryKey: keys.overview,
    queryFn: () => client.call(trainingContract.overview, {}),
  });
}

export function exerciseQuery(client: Client, key: string) {
  return queryOptions({
    queryKey: keys.exercise(key),
    queryFn: () => client.call(trainingContract.exercise, { params: { key } }),
    // Another account may have taken the exercise over meanwhile.
    refetchOnMount: 'always',
  });
}

export function gapsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.gaps,
    queryFn: () => client.call(trainingContract.gaps, {}),
  });
}

/** What can be done with an exercise; each answers with the exercise as it is then. */
export type ExerciseAction =
  | { readonly type: 'begin'; readonly takeOver: boolean }
  | { readonly type: 'hint'; readonly step: string }
  | { readonly type: 'check'; readonly answers: Record<string, string> }
  | { readonly type: 'put-back' };

function perform(client: Client, key: string, action: ExerciseAction): Promise<Exercise> {
  const params = { key };
  switch (action.type) {
    case 'begin':
      return client.call(trainingContract.begin, { params, body: { takeOver: action.takeOver } });
    case 'hint':
      return client.call(trainingContract.hint, { params, body: { step: action.step } });
    case 'check':
      return client.call(trainingContract.check, { params, body: { answers: action.answers } });
    case 'put-back':
      return client.call(trainingContract.putBack, { params, body: {} });
  }
}

export function useExerciseAction(key: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: ExerciseAction) => perform(client, key, action),
    onSuccess: (exercise) => queries.setQueryData(keys.exercise(key), exercise),
  });
}

export interface Closing {
  readonly alert: ExerciseAlert;
  readonly status: 'RESOLVED' | 'FALSE_POSITIVE';
  readonly reason: string;
}

/** The desk's own way to a closing: an open alert is taken into work first. */
export function useCloseAlert(key: string) {
  const client = useClient();
  const queries = useQueryClient();
  const update = (id: string, body: AlertUpdate) =>
    client.call(alertsContract.update, { params: { id }, body });
  return useMutation({
    mutationFn: async ({ alert, status, reason }: Closing) => {
      if (alert.status === 'OPEN') await update(alert.id, { status: 'IN_PROGRESS' });
      return update(alert.id, { status, reason });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.exercise(key) }),
  });
}

export function useAssessGap() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, assessment }: { id: string; assessment: Assessment }) =>
      client.call(trainingContract.assess, { params: { id }, body: assessment }),
    onSuccess: (gaps) => queries.setQueryData(keys.gaps, gaps),
  });
}
