import type { AccountHistoryEntry } from '../../../shared/areas/auth/accounts.contract.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  'auth.setUp': 'set the workspace up with the account of',
  'auth.createAccount': 'added',
  'auth.changePassword': 'changed the password of',
  'auth.resetPassword': 'reset the password of',
};

/** What was done to the account, to stand between who did it and whose account it is. */
export function historyText({
  action,
  changes,
  actorName,
  accountName,
}: AccountHistoryEntry): string {
  if (actorName === accountName && action === 'auth.setUp') return 'set the workspace up';
  if (actorName === accountName && action === 'auth.changePassword') return 'changed the password';
  const known = ACTIONS[action];
  if (known) return known;
  const words = changes.map(({ field, from, to }) => changeText(field, from, to));
  return words.join(', ') || 'changed';
}

function changeText(field: string, from: unknown, to: unknown): string {
  switch (field) {
    case 'role':
      return `changed the role from ${String(from)} to ${String(to)} of`;
    case 'deactivatedAt':
      return to === null ? 'reactivated' : 'deactivated';
    case 'deletedAt':
      return 'removed';
    case 'email':
      return 'changed the email of';
    case 'firstName':
    case 'lastName':
      return 'changed the name of';
    default:
      return `changed ${field} of`;
  }
}
