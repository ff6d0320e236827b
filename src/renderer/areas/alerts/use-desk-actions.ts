import type { Alert, AlertUpdate } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { AlertTransition } from '../../../shared/areas/alerts/alerts.rules.ts';
import { statusLabel, transitionsFrom } from '../../../shared/areas/alerts/alerts.rules.ts';
import { describeError } from '../../ui/error-text.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUpdateAlert } from './alerts.queries.ts';
import { useDesk } from './desk-context.tsx';

const UPDATED = 'Alert updated successfully';
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

export interface DeskActions {
  update(id: string, update: AlertUpdate): Promise<boolean>;
  /** Starts a transition, or asks for its reason first; says why where it is not possible. */
  transition(alert: Alert, action: AlertTransition['action']): void;
  /** The same change for many alerts, one after the other, with one message in the end. */
  updateMany(ids: readonly string[], update: AlertUpdate): Promise<void>;
}

export function useDeskActions(): DeskActions {
  const { toast } = useToast();
  const { mutateAsync } = useUpdateAlert();
  const desk = useDesk();

  async function attempt(id: string, update: AlertUpdate): Promise<unknown> {
    try {
      await mutateAsync({ id, update });
      return null;
    } catch (error) {
      return error;
    }
  }
  function fail(description: string): void {
    toast({ title: 'Error', description, variant: 'destructive' });
  }
  async function update(id: string, change: AlertUpdate): Promise<boolean> {
    const error = await attempt(id, change);
    if (error === null) toast({ title: 'Success', description: UPDATED });
    else if (!isSignedOut(error)) fail(failureText(UPDATE_FAILED, error));
    return error === null;
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
      else void update(alert.id, { status: transition.to });
    },
    async updateMany(ids, change) {
      const errors: unknown[] = [];
      for (const id of ids) {
        const error = await attempt(id, change);
        if (isSignedOut(error)) return;
        if (error !== null) errors.push(error);
      }
      const done = ids.length - errors.length;
      const count = ids.length === 1 ? '' : ` (${done} of ${ids.length})`;
      if (errors.length === 0) toast({ title: 'Success', description: `${UPDATED}${count}` });
      else fail(failureText(`${UPDATE_FAILED}: ${errors.length} of ${ids.length}`, errors[0]));
    },
  };
}
