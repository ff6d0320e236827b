/**
 * Keeps the shared state of isolation to what the workspace's setting and the start say. Defences: what
 * cannot be read is isolated; what the start said stands until the end of the process.
 */
import {
  FORCED_MESSAGE,
  type Isolation,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { IsolationState, SharedIsolation } from '../../platform/egress/shared-isolation.ts';
import type { HeldItemStore } from './held-items.store.ts';

export interface IsolationDeps {
  readonly shared: SharedIsolation;
  readonly isForced: boolean;
  readonly held: HeldItemStore;
  /** Of the workspace. */
  readonly readSetting: () => IsolationState;
  /** Writes the setting, with who did it in the history. */
  readonly changeSetting: (actor: string, change: Partial<IsolationState>) => void;
  readonly announce: () => void;
}

/** For everybody alike; what one may do is the route's. */
type IsolationNow = Omit<Isolation, 'maySwitch'>;

export function createIsolationService(deps: IsolationDeps) {
  const { shared, isForced, held } = deps;

  let told: string | null = null;

  function wanted(): IsolationState {
    try {
      const setting = deps.readSetting();
      return { ...setting, isIsolated: isForced || setting.isIsolated };
    } catch {
      return { isIsolated: true, allowsLocalModel: false };
    }
  }

  const get = (): IsolationNow => ({
    isIsolated: shared.isIsolated(),
    isForced,
    allowsLocalModel: shared.allowsLocalModel(),
    held: held.count(),
  });

  function follow(): void {
    const now = wanted();
    shared.set(now);
    const words = [now.isIsolated, now.allowsLocalModel].join();
    // What a change has shut ahead of its setting is told with the setting.
    if (told !== null && told !== words) deps.announce();
    told = words;
  }

  return {
    get,
    /** To be called after each change of the settings, and when another database is in use. */
    follow,
    change(actor: string, change: Partial<IsolationState>): IsolationNow {
      if (isForced && change.isIsolated === false) throw new AppError('conflict', FORCED_MESSAGE);
      // Shut first: what the write of the setting takes is not left open.
      if (change.isIsolated)
        shared.set({ isIsolated: true, allowsLocalModel: shared.allowsLocalModel() });
      deps.changeSetting(actor, change);
      follow();
      return get();
    },
  };
}
export type IsolationService = ReturnType<typeof createIsolationService>;
