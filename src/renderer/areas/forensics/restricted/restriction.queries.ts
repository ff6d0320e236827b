import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { restrictionContract } from '../../../../shared/areas/forensics/restriction.contract.ts';
import type { Client } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useErrorToast } from '../../../ui/use-error-toast.ts';

export function restrictionQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['forensic_investigations', 'restriction', id] as const,
    queryFn: () => client.call(restrictionContract.get, { params: { id } }),
  });
}

export function closedCasesQuery(client: Client) {
  return queryOptions({
    queryKey: ['forensic_investigations', 'closed-to-me'] as const,
    queryFn: () => client.call(restrictionContract.closed, {}),
  });
}

interface Change {
  /** Null: everybody whose role may. */
  readonly people: readonly string[] | null;
  readonly before: readonly string[] | null;
  readonly reason: string;
}

const put = (client: Client, id: string, people: readonly string[] | null, reason: string) =>
  client.call(restrictionContract.set, {
    params: { id },
    body: { people: people === null ? null : [...people], reason },
  });

/** Restricts or opens; Undo puts the names back that were there. */
export function useRestriction(id: string) {
  const client = useClient();
  const { toast } = useToast();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: ({ people, reason }: Change) => put(client, id, people, reason),
    onError: sayError,
    onSuccess: (_, { people, before }) => {
      const undo = () =>
        put(client, id, before, 'Undone').then(
          () =>
            toast({ title: 'Success', description: 'The people named before are named again.' }),
          sayError,
        );
      toast({
        title: 'Success',
        description:
          people === null
            ? 'Everybody whose role may sees this investigation now.'
            : 'Only the people named see this investigation now.',
        action: { label: 'Undo', run: () => void undo() },
      });
    },
  });
}

export function useNameFurther(onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const sayError = useErrorToast();
  return useMutation({
    mutationFn: ({ id, person, reason }: { id: string; person: string; reason: string }) =>
      client.call(restrictionContract.nameFurther, { params: { id }, body: { person, reason } }),
    onError: sayError,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: closedCasesQuery(client).queryKey });
      onDone();
    },
  });
}
