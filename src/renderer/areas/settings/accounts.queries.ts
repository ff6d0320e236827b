import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  AccountPatch,
  OwnAccountPatch,
  PasswordChange,
} from '../../../shared/areas/auth/accounts.contract.ts';
import type { NewAccount } from '../../../shared/areas/auth/auth.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { contract } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client-context.tsx';

export function accountHistoryQuery(client: Client) {
  return queryOptions({
    queryKey: ['users', 'history'],
    queryFn: () => client.call(contract.accounts.history, {}),
  });
}

/** Sign-ins are not announced, so the list is asked for each time it is looked at. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({
    staleTime: 0,
    queryKey: ['sessions'],
    queryFn: () => client.call(contract.accounts.sessions, {}),
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
    client.call(contract.accounts.updateOwn, { body }),
  );

export const useChangePassword = () =>
  useAccountCall((client, body: PasswordChange) =>
    client.call(contract.accounts.changePassword, { body }),
  );

/** Ends one session, or all others where no id is given. */
export const useEndSessions = () =>
  useAccountCall((client, id: string | null) =>
    id === null
      ? client.call(contract.accounts.endOtherSessions, {})
      : client.call(contract.accounts.endSession, { params: { id } }),
  );

export const useCreateAccount = () =>
  useAccountCall((client, body: NewAccount) => client.call(contract.auth.createAccount, { body }));

export const useUpdateAccount = () =>
  useAccountCall((client, { id, ...body }: AccountPatch & { id: string }) =>
    client.call(contract.accounts.update, { params: { id }, body }),
  );

export const useResetPassword = () =>
  useAccountCall((client, { id, password }: { id: string; password: string }) =>
    client.call(contract.accounts.resetPassword, { params: { id }, body: { password } }),
  );
