import { Siren } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { type Command, useCommands } from '../../api/commands.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';
import { commandOf, DESK_SHORTCUT_GROUP, DESK_SHORTCUTS, type KeyPress } from './alerts.keys.ts';
import {
  type DeskCommandDeps,
  type DeskCommands,
  isAlertCommand,
  useDeskCommands,
} from './use-desk-command.ts';

/** The keyboard of the desk, while no field and no dialog has it. */
export function useDeskKeys(deps: DeskCommandDeps): void {
  const { run, runOnOpen } = useDeskCommands(deps);
  useShortcuts(DESK_SHORTCUT_GROUP);
  useOpenAlertCommands(deps.openId !== null, runOnOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandOf(pressOf(event));
      if (command && run(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [run]);
}

/** What the desk's keys do to an alert is also offered by name, for the open one. */
function useOpenAlertCommands(isOpen: boolean, runOnOpen: DeskCommands['runOnOpen']): void {
  const commands = useMemo(() => (isOpen ? openAlertCommands(runOnOpen) : []), [isOpen, runOnOpen]);
  useCommands(commands);
}

function openAlertCommands(runOnOpen: DeskCommands['runOnOpen']): Command[] {
  return DESK_SHORTCUTS.flatMap(({ keys, label, needs, command }) =>
    isAlertCommand(command)
      ? {
          id: `alerts.open-${keys}`,
          title: `Open alert: ${label}`,
          words: 'this',
          kind: 'action',
          icon: Siren,
          keys,
          ...(needs === undefined ? {} : { needs }),
          run: () => runOnOpen(command),
        }
      : [],
  );
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  return { key, ctrlKey, metaKey, altKey, shiftKey, isRepeated: repeat, ...keyPlaceOf(event) };
}
