import { AppError } from '../../../../shared/contract/errors.ts';
import type { FromSyncThread } from './sync-thread-setup.ts';

/** Questions to the thread, by number. */
export function createRequests() {
  const waiting = new Map<string, { resolve(message: FromSyncThread): void; reject(): void }>();
  return {
    wait(request: string, withinMs: number): Promise<FromSyncThread> {
      return new Promise((resolve, refuse) => {
        const reject = () => {
          waiting.delete(request);
          clearTimeout(timer);
          refuse(new AppError('unavailable', 'Sync ended before this was done. Try again.'));
        };
        const timer = setTimeout(reject, withinMs);
        waiting.set(request, {
          resolve(message) {
            clearTimeout(timer);
            resolve(message);
          },
          reject,
        });
      });
    },
    answer(request: string, message: FromSyncThread): void {
      waiting.get(request)?.resolve(message);
      waiting.delete(request);
    },
    giveUp: () => {
      for (const { reject } of waiting.values()) reject();
    },
  };
}
