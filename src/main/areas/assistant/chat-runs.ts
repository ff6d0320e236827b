/** Questions under way: how far they are, for who asked, and how they are stopped. In memory: a restart ends them. */
import type { ChatRun } from '../../../shared/areas/assistant/chat.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';

const RUNS_KEPT = 50;
const PHASES_KEPT = 40;

export interface Run {
  readonly signal: AbortSignal;
  /** Our own words. */
  say(phase: string): void;
  /** What was checked. */
  show(text: string): void;
  end(): void;
}

interface Kept {
  readonly account: string;
  readonly controller: AbortController;
  run: ChatRun;
}

export interface ChatRunsDeps {
  /** Hears which run changed. */
  readonly onChanged: (id: string) => void;
}

export function createChatRuns({ onChanged }: ChatRunsDeps) {
  const kept = new Map<string, Kept>();

  function change(id: string, patch: Partial<ChatRun>): void {
    const known = kept.get(id);
    if (!known) return;
    known.run = { ...known.run, ...patch };
    onChanged(id);
  }

  /** Another account's is none. */
  function mustFind(id: string, account: string): Kept {
    const known = kept.get(id);
    if (!known || known.account !== account)
      throw new AppError('not-found', 'There is no such question under way');
    return known;
  }

  return {
    begin(id: string, account: string): Run {
      if (kept.has(id)) throw new AppError('conflict', 'A question of this id was asked already');
      const controller = new AbortController();
      kept.set(id, { account, controller, run: { id, state: 'running', phases: [], text: null } });
      for (const [old, { run }] of kept) {
        if (kept.size <= RUNS_KEPT) break;
        if (run.state !== 'running') kept.delete(old);
      }
      return {
        signal: controller.signal,
        say: (phase) =>
          change(id, { phases: [...(kept.get(id)?.run.phases ?? []), phase].slice(-PHASES_KEPT) }),
        show: (text) => change(id, { text }),
        end: () => change(id, { state: controller.signal.aborted ? 'stopped' : 'done' }),
      };
    },
    get(id: string, account: string): ChatRun {
      const known = kept.get(id);
      if (known?.account === account) return known.run;
      return { id, state: 'unknown', phases: [], text: null };
    },
    stop(id: string, account: string): ChatRun {
      const known = mustFind(id, account);
      if (known.run.state === 'running') {
        known.controller.abort();
        change(id, { state: 'stopped' });
      }
      return known.run;
    },
  };
}
export type ChatRuns = ReturnType<typeof createChatRuns>;
