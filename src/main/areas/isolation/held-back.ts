/**
 * Lets go what was held back. Defences: one item at a time, on a person's word, only while the workspace
 * is connected; whoever held it does it anew, through the port like everything else.
 */
import { STILL_ISOLATED_MESSAGE } from '../../../shared/areas/isolation/isolation.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { IsolationSwitch } from '../../platform/egress/isolation-switch.ts';
import type { HeldBack, HeldKind, ReleasedItem } from '../../platform/held-back-port.ts';
import type { HeldItemStore } from './held-items.store.ts';

export interface HeldBackService extends HeldBack {
  /** @throws AppError 'not-found' and 'conflict', and what redoing it throws: then the item stays */
  release(id: string, actor: string): Promise<void>;
  /** @throws AppError 'not-found' */
  drop(id: string, actor: string): void;
}

const NOT_FOUND = 'This item is no longer held back: it was released or dropped';

export function createHeldBack(store: HeldItemStore, isolation: IsolationSwitch): HeldBackService {
  const doers = new Map<HeldKind, (item: ReleasedItem) => Promise<void> | void>();
  const underWay = new Set<string>();

  return {
    hold: (item) => store.hold(item),
    onRelease(kind, redo) {
      doers.set(kind, redo);
    },
    async release(id, actor) {
      const item = store.find(id);
      if (!item || underWay.has(id)) throw new AppError('not-found', NOT_FOUND);
      if (isolation.isIsolated()) throw new AppError('conflict', STILL_ISOLATED_MESSAGE);
      const redo = doers.get(item.kind);
      if (!redo) throw new AppError('conflict', 'Nothing here can send this any more: drop it');
      underWay.add(id);
      try {
        await redo({ redo: item.redo, actor });
        store.remove(id, actor, 'isolation.release');
      } finally {
        underWay.delete(id);
      }
    },
    drop(id, actor) {
      if (!store.remove(id, actor, 'isolation.drop')) throw new AppError('not-found', NOT_FOUND);
    },
  };
}
