import { AccountPassword } from './account-password.tsx';
import { AccountProfile } from './account-profile.tsx';
import { AccountSessions } from './account-sessions.tsx';

export function AccountPage() {
  return (
    <>
      <AccountProfile />
      <AccountPassword />
      <AccountSessions />
    </>
  );
}
