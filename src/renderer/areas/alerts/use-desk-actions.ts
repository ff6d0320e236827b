import { actionsContract } from '../../../shared/areas/actions/actions.contract.ts';
import type { Alert, AlertUpdate } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import { statusLabel, transitionsFrom } from '../../../shared/areas/alerts/alerts.rules.ts';
import { mustAsk, verdictsOf } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndoing } from '../actions/actions.embed.tsx';
import { useUpdateAlert } from './alerts.queries.ts';
import { type BulkAction, bulkChange, FEW_ALERTS, PLAIN_ACTIONS } from './bulk-actions.ts';
import { useDesk } from './desk-context.tsx';

const UPDATED = 'Alert updated successfully';
/** Somebody else did the same a moment before. */
const UNCHANGED = 'Nothing changed: it was so already';
const UPDATE_FAILED = 'Failed to update alert';
export const CREATED = 'Alert created successfully';
export const CREATE_FAILED = 'Failed to create alert';

/** `Failed to update alert`, and behind it what the server said where that helps. */
export function failureText(text: string, error: unknown): string {
  const isExplained = error instanceof Error && /^(400|403|404|409|507): /.test(error.message);
  return isExplained ? `${text}. ${describeError(error).why}` : text;
}

/** A lost session has its own toast, which must stay to be read. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401: ');
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('409: ');
}

type ClosedStatus = 'RESOLVED' | 'FALSE_POSITIVE';

function isClosing(status: Alert['status']): status is ClosedStatus {
  return verdictsOf(status).length > 0;
}

export interface DeskActions {
  /** `onConflict` hears of a refusal (409) in place of a message. */
  update(id: string, update: AlertUpdate, onConflict?: () => void): Promise<boolean>;
  /** Starts a transition, or asks for its reason first; says why where it is not possible. */
  transition(alert: Alert, action: AlertTransition['action']): void;
  /** Asks for the verdict of an alert that can be closed, or is; says why where it is not possible. */
  giveVerdict(alert: Alert): void;
  /** What is selected: at once where nothing need be asked, else with a dialog that says to how many. */
  many(action: BulkAction): void;
}

export function useDeskActions(): DeskActions {
  const { toast } = useToast();
  const { mutateAsync } = useUpdateAlert();
  const desk = useDesk();
  const client = useClient();
  const { undo, tell } = useUndoing();
  const required = useWorkspaceSettings().dispositions;

  function fail(description: string): void {
    toast({ title: 'Error', description, variant: 'destructive' });
  }
  async function update(
    id: string,
    change: AlertUpdate,
    onConflict?: () => void,
  ): Promise<boolean> {
    try {
      const { actionId } = await mutateAsync({ id, update: change });
      const run = () => void undo(actionId ?? '');
      toast({
        ...{ title: 'Success', description: actionId === null ? UNCHANGED : UPDATED },
        ...(actionId === null ? {} : { action: { label: 'Undo', run } }),
      });
      return true;
    } catch (error) {
      if (onConflict && isConflict(error)) onConflict();
      else if (!isSignedOut(error)) fail(failureText(UPDATE_FAILED, error));
      return false;
    }
  }
  async function manyAtOnce(ids: readonly string[], action: BulkAction): Promise<void> {
    desk.clearSelected();
    try {
      const body = { ids: [...ids], change: bulkChange(action) };
      const started = await client.call(actionsContract.bulk, { body });
      await tell(started, ({ rowCount }) =>
        ids.length === 1 ? UPDATED : `${UPDATED} (${rowCount} of ${ids.length})`,
      );
    } catch (error) {
      desk.addSelected(ids);
      if (!isSignedOut(error)) fail(failureText(UPDATE_FAILED, error));
    }
  }
  return {
    update,
    transition(alert, action) {
      const transition = transitionsFrom(alert.status).find((one) => one.action === action);
      if (!transition) {
        const allowed = transitionsFrom(alert.status).map((one) => one.label);
        const state = `This alert is ${statusLabel(alert.status)}.`;
        toast({
          title: 'Not possible now',
          description: `${state} Possible: ${allowed.join(', ')}`,
        });
      } else if (transition.needsReason) desk.openDialog({ type: 'reopen', id: alert.id });
      else if (isClosing(transition.to) && mustAsk(required, transition.to))
        desk.openDialog({ type: 'close', id: alert.id, to: transition.to });
      else void update(alert.id, { status: transition.to });
    },
    giveVerdict({ id, status }) {
      if (isClosing(status)) desk.openDialog({ type: 'close', id, to: null });
      else if (status === 'IN_PROGRESS') desk.openDialog({ type: 'close', id, to: 'RESOLVED' });
      else
        toast({
          title: 'Not possible now',
          description: `This alert is ${statusLabel(status)}: it takes a verdict when it is closed.`,
        });
    },
    many(action) {
      const { selected, all } = desk.store.getState();
      const isFew = all === null && selected.size <= FEW_ALERTS;
      if (isFew && PLAIN_ACTIONS.has(action)) void manyAtOnce([...selected], action);
      else desk.openDialog({ type: 'bulk', action });
    },
  };
}
