import { indicatorsContract } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useIndicatorCall } from './indicators.queries.ts';

/** Says what was done, with the way back. */
export function useUndoToast(): (done: string, undo: string) => void {
  const { toast } = useToast();
  const takeBack = useIndicatorCall(
    (client, undo: string) => client.call(indicatorsContract.undo, { body: { undo } }),
    ({ undone, left }) =>
      `${undone.toLocaleString()} taken back${left > 0 ? `, ${left.toLocaleString()} changed since and left as they are` : ''}`,
  );
  return (done, undo) =>
    toast({
      title: 'Success',
      description: done,
      action: { label: 'Undo', run: () => takeBack.mutate(undo) },
    });
}
