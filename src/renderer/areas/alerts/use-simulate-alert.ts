import { SIMULATED_ALERT } from '../../../shared/areas/alerts/alerts.rules.ts';
import { useToast } from '../../ui/toast.tsx';
import { useCreateAlert } from './alerts.queries.ts';
import { CREATE_FAILED, CREATED, failureText, isSignedOut } from './use-desk-actions.ts';

/** Posts the fixed sample alert, to see how the system works. */
export function useSimulateAlert(): { simulate: () => void; isPending: boolean } {
  const { toast } = useToast();
  const create = useCreateAlert();
  const simulate = () =>
    create.mutate(SIMULATED_ALERT, {
      onSuccess: () => toast({ title: 'Success', description: CREATED }),
      onError: (error) => {
        if (isSignedOut(error)) return;
        const description = failureText(CREATE_FAILED, error);
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    });
  return { simulate, isPending: create.isPending };
}
