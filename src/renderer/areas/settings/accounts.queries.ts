import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AccountPatch,
  accountsContract,
  type OwnAccountPatch,
  type PasswordChange,
} from '../../../shared/areas/auth/accounts.contract.ts';
import { authContract, type NewAccount } from '../../../shared/areas/auth/auth.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';

export function accountHistoryQuery(client: Client) {
  return queryOptions({
    queryKey: ['users', 'history'],
    queryFn: () => client.call(accountsContract.history, {}),
  });
}

/** Sign-ins are not announced, so the list is asked for each time it is looked at. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({
    staleTime: 0,
    queryKey: ['sessions'],
    queryFn: () => client.call(accountsContract.sessions, {}),
  });
}

/** A call that changes accounts; what it changed is asked for again before it counts as done. */
function useAccountCall<Input, Answer>(call: (client: Client, input: Input) => Promise<Answer>) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['users'] }),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]),
  });
}

export const useUpdateOwnAccount = () =>
  useAccountCall((client, body: OwnAccountPatch) =>
    client.call(accountsContract.updateOwn, { body }),
  );

export const useChangePassword = () =>
  useAccountCall((client, body: PasswordChange) =>
    client.call(accountsContract.changePassword, { body }),
  );

/** Ends one session, or all others where no id is given. */
export const useEndSessions = () =>
  useAccountCall((client, id: string | null) =>
    id === null
      ? client.call(accountsContract.endOtherSessions, {})
      : client.call(accountsContract.endSession, { params: { id } }),
  );

export const useCreateAccount = () =>
  useAccountCall((client, body: NewAccount) => client.call(authContract.createAccount, { body }));

export const useUpdateAccount = () =>
  useAccountCall((client, { id, ...body }: AccountPatch & { id: string }) =>
    client.call(accountsContract.update, { params: { id }, body }),
  );

export const useResetPassword = () =>
  useAccountCall((client, { id, password }: { id: string; password: string }) =>
    client.call(accountsContract.resetPassword, { params: { id }, body: { password } }),
  );
