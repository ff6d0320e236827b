import { createContext, type ReactNode, useContext } from 'react';
import type { CurrentUser } from '../../shared/areas/auth/auth.contract.ts';
import type { Permission } from '../../shared/contract/permissions.ts';

const UserContext = createContext<CurrentUser | null>(null);

export function UserProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return <UserContext.Provider value={user}>{children}</UserContext.Provider>;
}

/** The signed-in user; only for what is shown inside the signed-in layout. */
export function useUser(): CurrentUser {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser is used outside UserProvider');
  return user;
}

/** Whether the signed-in user may do something; the server decides, the page only hides. */
export function useMay(permission: Permission): boolean {
  return useUser().permissions.includes(permission);
}
