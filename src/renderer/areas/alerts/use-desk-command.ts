import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import type { Alert, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { useToast } from '../../ui/toast.tsx';
import { beginComment, useToggleWatch } from '../discussion/discussion.embed.tsx';
import type { AlertListHandle } from './alert-list.tsx';
import { filterKey } from './alerts.filter-url.ts';
import type { DeskCommand } from './alerts.keys.ts';
import { alertKeys } from './alerts.queries.ts';
import { type DeskStore, isChosen } from './alerts.ui.ts';
import { pageIds } from './bulk-actions.ts';
import { useDesk } from './desk-context.tsx';
import { nextIndex } from './desk-place.ts';
import type { DeskRows } from './use-alert-rows.ts';
import type { DeskActions } from './use-desk-actions.ts';
import { useToggleSelected } from './use-selection.ts';
import { useStableCallback } from './use-stable-callback.ts';
import { useUpdateLine } from './use-update-line.ts';

export interface DeskCommandDeps {
  readonly rows: DeskRows;
  readonly list: RefObject<AlertListHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly actions: DeskActions;
  /** What the server was asked for: all of it can be selected. */
  readonly filter: AlertFilter;
  readonly mayWrite: boolean;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
}

/** What is done to one alert, or to the selection where it can be done to many. */
const ALERT_COMMANDS = ['transition', 'escalate', 'assign', 'verdict', 'watch', 'comment'] as const;
/** What they do depends on the state of the alert. */
const FROM_STATE: ReadonlySet<DeskCommand['type']> = new Set(['transition', 'escalate', 'verdict']);
type AlertCommand = DeskCommand & { readonly type: (typeof ALERT_COMMANDS)[number] };

export function isAlertCommand(command: DeskCommand): command is AlertCommand {
  return ALERT_COMMANDS.some((type) => type === command.type);
}

export interface DeskCommands {
  /** A key's; true where it did something. */
  run(command: DeskCommand): boolean;
  /** By name: to the open alert, whatever is selected. */
  runOnOpen(command: AlertCommand): void;
}

export function useDeskCommands(deps: DeskCommandDeps): DeskCommands {
  const desk = useDesk();
  const { rows, actions, openId } = deps;
  const one = useOneAlert(deps);
  const listKey = filterKey(deps.filter);
  const toggleSelected = useToggleSelected(rows);
  useKnownPlace(deps, listKey);

  function goTo(index: number): void {
    const alert = rows.rowAt(index);
    deps.list.current?.reveal(index);
    if (!alert) return;
    desk.setActive({ id: alert.id, index, listKey });
    if (openId !== null) deps.open(alert.id);
  }
  function move(by: 1 | -1, extend: boolean): boolean {
    if (rows.count === 0) return false;
    const { activeId, place } = desk.store.getState();
    const id = openId ?? activeId;
    const to = nextIndex(rows, { id, place, listKey, by });
    if (extend && deps.mayWrite) {
      const from = id === null ? undefined : rows.rowAt(rows.indexOf(id));
      const ids = [from?.id, rows.rowAt(to)?.id];
      desk.addSelected(ids.filter((one) => one !== undefined));
    }
    goTo(to);
    return true;
  }
  function select(alert: Alert | undefined): boolean {
    if (alert) toggleSelected(alert.id);
    return alert !== undefined;
  }
  function onAlerts(command: AlertCommand): boolean {
    const isMany = isChosen(desk.store.getState());
    if (isMany && command.type === 'transition') actions.many(command.action);
    else if (isMany && (command.type === 'escalate' || command.type === 'assign'))
      actions.many(command.type);
    else return one.apply(command, one.current());
    return true;
  }
  const run = useStableCallback((command: DeskCommand): boolean => {
    if (isAlertCommand(command)) return deps.mayWrite && onAlerts(command);
    switch (command.type) {
      case 'move':
        return move(command.by, command.extend);
      case 'edge':
        goTo(command.to === 'first' ? 0 : rows.count - 1);
        return rows.count > 0;
      case 'open': {
        const alert = one.current();
        if (alert) deps.open(alert.id);
        return alert !== undefined;
      }
      case 'search':
        deps.search.current?.focus();
        deps.search.current?.select();
        return true;
      case 'close':
        return close(desk, deps);
      case 'create':
        if (deps.mayWrite) desk.openDialog({ type: 'create' });
        return deps.mayWrite;
      case 'select-more':
        return deps.mayWrite && selectMore(desk, rows, deps.filter);
      case 'select':
        return deps.mayWrite && select(one.current());
      default:
        return exhaustive(command);
    }
  });
  const runOnOpen = useStableCallback((command: AlertCommand): void => {
    if (deps.mayWrite) one.apply(command, one.open());
  });
  return { run, runOnOpen };
}

/** The alert that a command without a selection is about, and what is done to it. */
function useOneAlert({ rows, actions, openId, open }: DeskCommandDeps) {
  const desk = useDesk();
  const queries = useQueryClient();
  const { toast } = useToast();
  const toggleWatch = useToggleWatch();
  const line = useUpdateLine();
  const rowOf = (id: string) => rows.rowAt(rows.indexOf(id));
  /** The open alert may stand in no list: a link led to it. */
  const openAlert = (): Alert | undefined =>
    openId === null
      ? undefined
      : (queries.getQueryData<Alert>(alertKeys.one(openId)) ?? rowOf(openId));
  return {
    open: openAlert,
    current(): Alert | undefined {
      const { activeId } = desk.store.getState();
      if (openId !== null) return openAlert();
      return activeId === null ? undefined : rowOf(activeId);
    },
    apply(command: AlertCommand, alert: Alert | undefined): boolean {
      if (!alert && openId === null) return false;
      if (!alert) toast({ title: 'Not possible now', description: 'The alert is not loaded.' });
      else if (FROM_STATE.has(command.type))
        line.afterUpdate(alert, (now) => applyTo(now, command));
      else applyTo(alert, command);
      return true;
    },
  };
  function applyTo(alert: Alert, command: AlertCommand): void {
    if (command.type === 'transition') actions.transition(alert, command.action);
    else if (command.type === 'escalate')
      void actions.update(alert.id, { escalated: !alert.escalated });
    else if (command.type === 'assign') desk.openDialog({ type: 'assign', id: alert.id });
    else if (command.type === 'verdict') actions.giveVerdict(alert);
    else if (command.type === 'watch') toggleWatch(alert.id);
    else beginComment(() => open(alert.id));
  }
}

/** Remembers where the current alert stands, for when it leaves the list. */
function useKnownPlace({ rows, openId }: DeskCommandDeps, listKey: string): void {
  const desk = useDesk();
  useEffect(() => {
    const { activeId, place } = desk.store.getState();
    const id = openId ?? activeId;
    if (id === null || rows.isLocal) return;
    const index = rows.indexOf(id);
    const isKnown = place?.id === id && place.index === index && place.listKey === listKey;
    if (index >= 0 && !isKnown) desk.keepPlace({ id, index, listKey });
  });
}

/** The open alert first, then the selection. */
function close(desk: DeskStore, { openId, open }: DeskCommandDeps): boolean {
  if (openId !== null) open(null);
  else if (isChosen(desk.store.getState())) desk.clearSelected();
  else return false;
  return true;
}

/** The page first; where it is selected already, all that match. */
function selectMore(desk: DeskStore, rows: DeskRows, filter: AlertFilter): boolean {
  const { selected } = desk.store.getState();
  const page = pageIds(rows);
  if (page.every((id) => selected.has(id))) desk.selectAll(filter);
  else desk.addSelected(page);
  return page.length > 0;
}
