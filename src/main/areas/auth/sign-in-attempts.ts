/**
 * Slows down who guesses passwords. Failures in a row make an address wait, whether or not it has an
 * account, and wherever the password is asked for.
 */
import { waitAfterFailures } from '../../../shared/areas/auth/auth.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AuthStore } from './auth.store.ts';

type AttemptStore = Pick<AuthStore, 'findAttempts' | 'saveAttempts' | 'clearAttempts'>;

export function createSignInAttempts(store: AttemptStore, clock: Clock) {
  return {
    /** @throws AppError 'too-many' with the seconds that are left. */
    refuseBlocked(email: string): void {
      const { failures, blockedUntil } = store.findAttempts(email);
      const now = clock.now();
      const most = waitAfterFailures(failures);
      const wait = Math.min(blockedUntil - now, most);
      // Longer than any wait: the clock was ahead when it began, and was set right since.
      if (blockedUntil - now > most) store.saveAttempts(email, failures, now + most);
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw new AppError('too-many', `Too many failed attempts. Try again in ${seconds} seconds.`, {
        retryAfterSeconds: seconds,
      });
    },
    noteFailure(email: string): void {
      const failures = store.findAttempts(email).failures + 1;
      const wait = waitAfterFailures(failures);
      store.saveAttempts(email, failures, wait === 0 ? 0 : clock.now() + wait);
    },
    forget: (email: string): void => store.clearAttempts(email),
  };
}
export type SignInAttempts = ReturnType<typeof createSignInAttempts>;
