import { queryOptions } from '@tanstack/react-query';
import { authContract, type CurrentUser } from '../../shared/areas/auth/auth.contract.ts';
import type { Client } from '../../shared/contract/client.ts';

/** The signed-in user, or null where nobody is. */
export function currentUserQuery(client: Client) {
  return queryOptions({
    queryKey: ['users', 'current'],
    queryFn: () => readCurrentUser(client),
  });
}

async function readCurrentUser(client: Client): Promise<CurrentUser | null> {
  try {
    return await client.call(authContract.user, {});
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('401: ')) return null;
    throw error;
  }
}
