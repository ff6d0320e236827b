import { History, Redo2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  actionsContract,
  type DeskAction,
  LAST_ACTION,
  type StartedAction,
} from '../../../shared/areas/actions/actions.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import type { Command } from '../../api/commands.tsx';
import { useMay } from '../../api/session.tsx';
import { useShortcuts } from '../../api/shortcuts.tsx';
import { keyPlaceOf } from '../../ui/key-place.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { settledAction } from './actions.queries.ts';
import { lastRun, outcomeText } from './actions.text.ts';

const ActionsDrawer = lazy(async () => ({
  default: (await import('./actions-drawer.tsx')).ActionsDrawer,
}));

const DESK = '/alerts';
const DRAWER_PARAM = 'actions';
const OPEN = 'open';

export interface Undoing {
  /** An action's id, or `last` for one's own newest. */
  undo(id: string): Promise<void>;
  redo(id: string): Promise<void>;
  /** Waits for an action that was started, says what came of it, and offers to undo it. */
  tell(started: StartedAction, text?: (action: DeskAction) => string): Promise<void>;
}

/** Undo and Redo of what is done at the desk, with what came of it as a message. */
export function useUndoing(): Undoing {
  const client = useClient();
  const { toast } = useToast();
  const fail = useErrorToast();
  return useMemo(() => {
    async function run(started: Promise<StartedAction>, back: 'Undo' | 'Redo'): Promise<void> {
      try {
        const action = await settledAction(client, await started);
        const isNothing = lastRun(action)?.done === 0;
        toast({
          title: isNothing ? 'Error' : 'Success',
          description: outcomeText(action),
          ...(isNothing ? { variant: 'destructive' as const } : {}),
          action: { label: back, run: () => void (back === 'Undo' ? undo : redo)(action.id) },
        });
      } catch (error) {
        fail(error);
      }
    }
    const undo = (id: string) => run(client.call(actionsContract.undo, { params: { id } }), 'Redo');
    const redo = (id: string) => run(client.call(actionsContract.redo, { params: { id } }), 'Undo');
    return {
      undo,
      redo,
      async tell(started, text = outcomeText) {
        try {
          const action = await settledAction(client, started);
          const isNothing = lastRun(action)?.done === 0;
          toast({
            title: isNothing ? 'Error' : 'Success',
            description: isNothing ? outcomeText(action) : text(action),
            ...(isNothing
              ? { variant: 'destructive' as const }
              : { action: { label: 'Undo', run: () => void undo(action.id) } }),
          });
        } catch (error) {
          fail(error);
        }
      },
    };
  }, [client, toast, fail]);
}

const UNDO_SHORTCUTS = {
  title: 'Undo',
  shortcuts: [
    { keys: 'Ctrl+z', label: 'Undo my last action at the desk', needs: 'alerts.write' },
    { keys: 'Ctrl+Shift+z', label: 'Redo it', needs: 'alerts.write' },
  ],
} as const;

/**
 * Ctrl or Cmd and Z at the desk, where no field and no dialog but the history has the keyboard; Shift
 * for Redo. One press is one action: a key that is held down, or pressed while the last one is under
 * way, takes no further one back.
 */
function useUndoKeys({ undo, redo }: Undoing, isOn: boolean, isHistoryOpen: boolean): void {
  useShortcuts(UNDO_SHORTCUTS);
  const { toast } = useToast();
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || event.defaultPrevented || isElsewhere(event, isHistoryOpen)) return;
      event.preventDefault();
      if (event.repeat) return;
      if (isUnderWay.current) {
        toast({ title: 'Not possible now', description: 'The last one is still under way.' });
        return;
      }
      isUnderWay.current = true;
      void (event.shiftKey ? redo : undo)(LAST_ACTION).finally(() => {
        isUnderWay.current = false;
      });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo, isOn, isHistoryOpen, toast]);
}

function isUndoKey({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'z';
}

/** The history shows what the key does, and lets it through unless something lies over it. */
function isElsewhere(event: KeyboardEvent, isHistoryOpen: boolean): boolean {
  const { inField, inLayer } = keyPlaceOf(event);
  const isHistoryAlone =
    isHistoryOpen &&
    document.querySelectorAll('[role="dialog"], [role="alertdialog"]').length === 1;
  return inField || (inLayer && !isHistoryAlone);
}

/** The desk's history: its keys, and its drawer while the address asks for it. */
export function DeskHistory() {
  const [params, put] = useAddressParams();
  const undoing = useUndoing();
  const isOpen = params.get(DRAWER_PARAM) === OPEN;
  useUndoKeys(undoing, useMay('alerts.write'), isOpen);
  const close = useCallback(
    () =>
      put((now) => {
        const next = new URLSearchParams(now);
        next.delete(DRAWER_PARAM);
        return next;
      }),
    [put],
  );
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ActionsDrawer undoing={undoing} onClose={close} />
    </Suspense>
  );
}

/** What is offered by name from anywhere. */
export function useActionCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { undo, redo } = useUndoing();
  return useMemo(
    () => [
      {
        id: 'actions.history',
        title: 'History of actions',
        words: 'undo redo log what was done desk',
        kind: 'action',
        icon: History,
        needs: 'alerts.read',
        run: () => {
          // At the desk, its filter and open alert stay as they are.
          const params = new URLSearchParams(pathname === DESK ? search : '');
          params.set(DRAWER_PARAM, OPEN);
          navigate(`${DESK}?${params}`);
        },
      },
      {
        id: 'actions.undo',
        title: 'Undo my last action',
        words: 'take back revert',
        kind: 'action',
        icon: Undo2,
        needs: 'alerts.write',
        run: () => void undo(LAST_ACTION),
      },
      {
        id: 'actions.redo',
        title: 'Redo my last action',
        words: 'again repeat',
        kind: 'action',
        icon: Redo2,
        needs: 'alerts.write',
        run: () => void redo(LAST_ACTION),
      },
    ],
    [navigate, pathname, search, undo, redo],
  );
}
