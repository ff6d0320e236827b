import type { User } from '../../../shared/areas/auth/auth.contract.ts';

export function personName({ firstName, lastName, email }: User): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}
