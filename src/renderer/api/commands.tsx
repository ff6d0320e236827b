import type { LucideIcon } from 'lucide-react';
import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Permission } from '../../shared/contract/permissions.ts';
import { createRegistry, type Registry } from './registry.ts';

/** Something the palette can do, whichever screen is open. */
export interface Command {
  /** `<area>.<verb>`, once in the page. */
  readonly id: string;
  readonly title: string;
  readonly kind: 'go' | 'settings' | 'action';
  readonly icon: LucideIcon;
  /** Other words by which it is found. */
  readonly words?: string;
  /** The keys that do the same, as a shortcut names them. */
  readonly keys?: string;
  /** It is not offered to a role that may not do it. */
  readonly needs?: Permission;
  readonly run: () => void;
}

export type CommandRegistry = Registry<Command>;
export const createCommandRegistry = (): CommandRegistry => createRegistry<Command>();
export const CommandsContext = createContext<CommandRegistry | null>(null);

function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandsContext);
  if (!registry) throw new Error('Commands are used outside CommandsContext');
  return registry;
}

/** Offers commands while the component is shown. The list must be the same from render to render. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useCommandRegistry();
  useEffect(() => registry.add(commands), [registry, commands]);
}

/** Offers one command; what it is stays the same, what it runs may be new at every render. */
export function useCommand(command: Omit<Command, 'run'>, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useCommands(useMemo(() => [{ ...command, run: () => latest.current() }], [command]));
}

/** What is offered now. */
export function useOfferedCommands(): readonly Command[] {
  return useStore(useCommandRegistry().store, (state) => state.entries);
}
