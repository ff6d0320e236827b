import { queryOptions, useQuery } from '@tanstack/react-query';
import { authContract, type User } from '../../shared/areas/auth/auth.contract.ts';
import type { Client } from '../../shared/contract/client.ts';
import { useClient } from './client-context.tsx';

/** The key begins with `users`, so that a change of any account makes it old. */
export function accountsQuery(client: Client) {
  return queryOptions({
    queryKey: ['users', 'accounts'] as const,
    queryFn: () => client.call(authContract.listAccounts, {}),
  });
}

export interface Accounts {
  readonly all: readonly User[];
  readonly isPending: boolean;
  readonly nameOf: (id: string) => string;
}

/** The accounts of the workspace, and their names. */
export function useAccounts(): Accounts {
  const { data = [], isPending } = useQuery(accountsQuery(useClient()));
  return {
    all: data,
    isPending,
    nameOf: (id) => {
      const account = data.find((user) => user.id === id);
      return account ? accountName(account) : isPending ? '…' : 'Unknown account';
    },
  };
}

export function accountName(account: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email;
}
