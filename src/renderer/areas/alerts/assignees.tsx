import { accountName, useAccounts } from '../../api/accounts.ts';
import { useUser } from '../../api/session.tsx';
import type { SelectOption } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

export const NOBODY = 'nobody';
const NAME_CHARS = 80;

/** Whom alerts can be given to; a closed account only where it is the one that has them. */
export function useAssignees(current: string | null = null): SelectOption<string>[] {
  const me = useUser();
  const { all } = useAccounts();
  const others = all.filter(
    ({ id, deactivatedAt }) => id !== me.id && (deactivatedAt === null || id === current),
  );
  return [
    option(me.id, `${accountName(me)} (me)`),
    ...others.map((account) => option(account.id, accountName(account))),
    { value: NOBODY, label: 'Nobody' },
  ];
}

function option(value: string, name: string): SelectOption<string> {
  return { value, label: <Untrusted text={name} max={NAME_CHARS} expand="none" />, text: name };
}
