/**
 * What left last, or was held back, of each kind of use of each account: shown to nobody else, kept in
 * memory only, and so gone with the process. What was held back has a receipt, with which its reader
 * says to have seen it; a receipt is good once, for this very request.
 */
import type { PreviewRole } from '../../../shared/areas/models/redaction.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import type { Pseudonym, Removed } from './redaction.types.ts';

export interface LastRequest {
  readonly task: ModelTask;
  /** Null: the product itself; nobody is shown it. */
  readonly account: string | null;
  readonly runId: string;
  readonly at: number;
  readonly baseUrl: string;
  readonly model: string;
  readonly hidesExternal: boolean;
  readonly body: string;
  readonly messages: readonly { readonly role: PreviewRole; readonly content: string }[];
  readonly pseudonyms: readonly Pseudonym[];
  readonly removed: readonly Removed[];
  readonly isHeld: boolean;
}

export interface KeptRequest extends LastRequest {
  readonly receipt: string;
}

export interface LastPreviews {
  keep(request: LastRequest): void;
  last(account: string, task: ModelTask): KeptRequest | undefined;
  /** What the receipt is of, once. */
  redeem(account: string, task: ModelTask, receipt: string): KeptRequest | undefined;
}

const MOST = 60;

export function createLastPreviews(newId: () => string): LastPreviews {
  const kept = new Map<string, KeptRequest>();
  const keyOf = (account: string, task: ModelTask) => `${task} ${account}`;
  return {
    keep(request) {
      if (request.account === null) return;
      const key = keyOf(request.account, request.task);
      // The first of a run has the case in it; later ones repeat it.
      if (kept.get(key)?.runId === request.runId) return;
      kept.delete(key);
      kept.set(key, { ...request, receipt: newId() });
      const oldest = kept.keys().next().value;
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
    last: (account, task) => kept.get(keyOf(account, task)),
    redeem(account, task, receipt) {
      const one = kept.get(keyOf(account, task));
      if (!one?.isHeld || one.receipt !== receipt) return undefined;
      kept.set(keyOf(account, task), { ...one, isHeld: false });
      return one;
    },
  };
}
