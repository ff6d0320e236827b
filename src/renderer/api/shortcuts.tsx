import { createContext, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Permission } from '../../shared/contract/permissions.ts';
import { createRegistry, type Registry } from './registry.ts';

/** A key and what it does; what handles the key and what shows it read the same entry. */
export interface Shortcut {
  /** `j`, `J` (with Shift), `Mod+k` (Ctrl, or Cmd on a Mac), `g d` (one after the other). */
  readonly keys: string;
  readonly label: string;
  /** Without this permission the key does nothing. */
  readonly needs?: Permission;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export type ShortcutRegistry = Registry<ShortcutGroup>;
export const createShortcutRegistry = (): ShortcutRegistry => createRegistry<ShortcutGroup>();
export const ShortcutsContext = createContext<ShortcutRegistry | null>(null);

function useShortcutRegistry(): ShortcutRegistry {
  const registry = useContext(ShortcutsContext);
  if (!registry) throw new Error('Shortcuts are used outside ShortcutsContext');
  return registry;
}

/** Shows keys in the sheet while the component is shown. The group must be the same from render to render. */
export function useShortcuts(group: ShortcutGroup): void {
  const registry = useShortcutRegistry();
  useEffect(() => registry.add([group]), [registry, group]);
}

/** The groups of what is on the screen now. */
export function useShownShortcuts(): readonly ShortcutGroup[] {
  return useStore(useShortcutRegistry().store, (state) => state.entries);
}
