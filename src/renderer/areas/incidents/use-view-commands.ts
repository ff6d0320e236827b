import type { LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { type Command, useCommands } from '../../api/commands.tsx';

export interface ViewCommand {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly words?: string;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/** What can be done here now, offered by name too; only to who may change alerts. */
export function useViewCommands(offered: readonly ViewCommand[]): void {
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  const key = offered.map(({ id, title }) => `${id} ${title}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is offered
  const commands = useMemo(
    () =>
      offered.map(
        ({ id, title, icon, words, keys }): Command => ({
          ...{ id, title, icon, kind: 'action', needs: 'alerts.write' },
          ...(words === undefined ? {} : { words }),
          ...(keys === undefined ? {} : { keys }),
          run: () => latest.current.find((one) => one.id === id)?.run(),
        }),
      ),
    [key],
  );
  useCommands(commands);
}
