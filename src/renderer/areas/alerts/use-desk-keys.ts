import { Siren } from 'lucide-react';
import { type RefObject, useEffect, useMemo } from 'react';
import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  ALERT_TRANSITIONS,
  type AlertTransition,
} from '../../../shared/areas/alerts/alerts.rules.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { type Command, useCommands } from '../../api/commands.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';
import { beginComment, useToggleWatch } from '../discussion/discussion.embed.tsx';
import type { AlertListHandle } from './alert-list.tsx';
import {
  commandOf,
  DESK_SHORTCUT_GROUP,
  DESK_SHORTCUTS,
  type DeskCommand,
  type KeyPress,
} from './alerts.keys.ts';
import type { DeskStore } from './alerts.ui.ts';
import { pageIds } from './bulk-actions.ts';
import { useDesk } from './desk-context.tsx';
import type { AlertRows } from './use-alert-pages.ts';
import type { DeskActions } from './use-desk-actions.ts';
import { useStableCallback } from './use-stable-callback.ts';

export interface DeskKeysDeps {
  readonly rows: AlertRows;
  readonly list: RefObject<AlertListHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly actions: DeskActions;
  /** What the server was asked for: all of it can be selected. */
  readonly filter: AlertFilter;
  readonly mayWrite: boolean;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
}

/** The keyboard of the desk, while no field and no dialog has it. */
export function useDeskKeys(deps: DeskKeysDeps): void {
  const run = useDeskCommand(deps);
  useShortcuts(DESK_SHORTCUT_GROUP);
  useOpenAlertCommands(deps.openId !== null, run);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandOf(pressOf(event));
      if (command && run(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [run]);
}

/** What the desk's keys do to the open alert is also offered by name. */
function useOpenAlertCommands(isOpen: boolean, run: (command: DeskCommand) => boolean): void {
  const commands = useMemo(() => (isOpen ? openAlertCommands(run) : []), [isOpen, run]);
  useCommands(commands);
}

const OPEN_ALERT_ACTIONS: ReadonlyArray<DeskCommand['type']> = [
  'transition',
  'escalate',
  'assign',
  'verdict',
  'watch',
  'comment',
];

function openAlertCommands(run: (command: DeskCommand) => boolean): Command[] {
  return DESK_SHORTCUTS.filter(({ command }) => OPEN_ALERT_ACTIONS.includes(command.type)).map(
    ({ keys, label, needs, command }) => ({
      id: `alerts.open-${keys}`,
      title: `Open alert: ${label}`,
      words: 'this',
      kind: 'action',
      icon: Siren,
      keys,
      ...(needs === undefined ? {} : { needs }),
      run: () => void run(command),
    }),
  );
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return { key, ctrlKey, metaKey, altKey, shiftKey, ...keyPlaceOf(event) };
}

type WriteCommand = DeskCommand & {
  readonly type: 'escalate' | 'assign' | 'verdict' | 'watch' | 'comment' | 'select';
};

/** Runs a command; true where it did something. */
function useDeskCommand(deps: DeskKeysDeps): (command: DeskCommand) => boolean {
  const desk = useDesk();
  const { rows, actions } = deps;
  const toggleWatch = useToggleWatch();

  const currentId = () => deps.openId ?? desk.store.getState().activeId;
  const current = () => {
    const id = currentId();
    return id === null ? undefined : rows.rowAt(rows.indexOf(id));
  };
  function goTo(index: number): void {
    const alert = rows.rowAt(index);
    deps.list.current?.reveal(index);
    if (!alert) return;
    desk.setActive(alert.id);
    if (deps.openId !== null) deps.open(alert.id);
  }
  function move(by: 1 | -1, extend: boolean): boolean {
    const id = currentId();
    const from = id === null ? -1 : rows.indexOf(id);
    const to = Math.min(rows.count - 1, Math.max(0, from < 0 ? 0 : from + by));
    if (rows.count === 0) return false;
    if (extend && deps.mayWrite) {
      const ids = [from, to].map((index) => rows.rowAt(index)?.id);
      desk.addSelected(ids.filter((one) => one !== undefined));
    }
    goTo(to);
    return true;
  }
  function write(command: WriteCommand): boolean {
    const alert = current();
    if (!alert) return false;
    if (command.type === 'select') desk.toggleSelected(alert.id);
    else if (command.type === 'assign') desk.openDialog({ type: 'assign', id: alert.id });
    else if (command.type === 'verdict') actions.giveVerdict(alert);
    else if (command.type === 'watch') toggleWatch(alert.id);
    else if (command.type === 'comment') beginComment(() => deps.open(alert.id));
    else void actions.update(alert.id, { escalated: !alert.escalated });
    return true;
  }
  return useStableCallback((command: DeskCommand): boolean => {
    switch (command.type) {
      case 'move':
        return move(command.by, command.extend);
      case 'edge':
        goTo(command.to === 'first' ? 0 : rows.count - 1);
        return rows.count > 0;
      case 'open': {
        const alert = current();
        if (alert) deps.open(alert.id);
        return alert !== undefined;
      }
      case 'search':
        deps.search.current?.focus();
        deps.search.current?.select();
        return true;
      case 'close':
        return close(desk, deps);
      case 'transition':
        return deps.mayWrite && transition(desk, actions, command.action, current());
      case 'create':
        if (deps.mayWrite) desk.openDialog({ type: 'create' });
        return deps.mayWrite;
      case 'select-more':
        return deps.mayWrite && selectMore(desk, rows, deps.filter);
      case 'escalate':
      case 'assign':
      case 'verdict':
      case 'watch':
      case 'comment':
      case 'select':
        return deps.mayWrite && write(command);
      default:
        return exhaustive(command);
    }
  });
}

/** The open alert first, then the selection. */
function close(desk: DeskStore, { openId, open }: DeskKeysDeps): boolean {
  if (openId !== null) open(null);
  else if (desk.store.getState().selected.size > 0) desk.clearSelected();
  else return false;
  return true;
}

/** The page first; where it is selected already, all that match. */
function selectMore(desk: DeskStore, rows: AlertRows, filter: AlertFilter): boolean {
  const { selected } = desk.store.getState();
  const page = pageIds(rows);
  if (page.every((id) => selected.has(id))) desk.selectAll(filter);
  else desk.addSelected(page);
  return page.length > 0;
}

/** The selection where there is one, else the alert that the keyboard is at. */
function transition(
  desk: DeskStore,
  actions: DeskActions,
  action: AlertTransition['action'],
  current: Alert | undefined,
): boolean {
  const { selected } = desk.store.getState();
  const target = ALERT_TRANSITIONS.find((one) => one.action === action);
  if (selected.size > 0 && target) {
    actions.many(action);
    return true;
  }
  if (current) actions.transition(current, action);
  return current !== undefined;
}
