import { useState } from 'react';
import {
  type IndicatorBulkChange,
  indicatorsContract,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { TLPS } from '../../../../shared/areas/forensics/indicators/life.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { useIndicatorCall } from './indicators.queries.ts';
import { useUndoToast } from './use-undo-toast.ts';

interface IocBulkProps {
  ids: readonly string[];
  onSweep: () => void;
  onClear: () => void;
}

/** What is done to the chosen ones. */
export function IocBulk({ ids, onSweep, onClear }: IocBulkProps) {
  const [asks, setAsks] = useState<'remove' | 'end' | null>(null);
  const change = useIndicatorCall(
    (client, given: Omit<IndicatorBulkChange, 'ids'>) =>
      client.call(indicatorsContract.bulk, { body: { ids: [...ids], ...given } }),
    null,
  );
  const tell = useUndoToast();
  const remove = useIndicatorCall(
    (client, reason: string) =>
      client.call(indicatorsContract.remove, { body: { ids: [...ids], reason } }),
    null,
  );
  const set = (given: Omit<IndicatorBulkChange, 'ids'>, after?: () => void) =>
    change.mutate(given, {
      onSuccess: ({ changed, undo }) => {
        tell(`${changed.toLocaleString()} changed`, undo);
        after?.();
      },
    });
  const isOne = ids.length === 1;
  const done = () => {
    setAsks(null);
    onClear();
  };
  return (
    <div
      className="flex flex-wrap items-center gap-2"
      role="toolbar"
      aria-label="Chosen indicators"
    >
      <span className="text-fg tabular-nums">{ids.length.toLocaleString()} chosen</span>
      <Button size="sm" onClick={onSweep}>
        Sweep
      </Button>
      <Menu
        trigger={<Button size="sm">Set severity</Button>}
        items={SEVERITIES.map((severity) => ({
          label: SEVERITY_LABELS[severity],
          onSelect: () => set({ change: { severity } }),
        }))}
      />
      <Menu
        trigger={<Button size="sm">Set TLP</Button>}
        items={TLPS.map((tlp) => ({
          label: `TLP:${tlp}`,
          onSelect: () => set({ change: { tlp } }),
        }))}
      />
      <Button size="sm" onClick={() => set({ change: { isActive: true } })}>
        Set active
      </Button>
      <Button size="sm" onClick={() => setAsks('end')}>
        Set not active
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsks('remove')}>
        Delete
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {asks === 'end' && (
        <ReasonDialog
          title="Set not active"
          description={
            isOne
              ? 'The engine does not look for this indicator any more.'
              : `The engine does not look for these ${ids.length.toLocaleString()} indicators any more.`
          }
          label="Set not active"
          pendingLabel="Changing..."
          isPending={change.isPending}
          onClose={() => setAsks(null)}
          onReason={(reason) => set({ change: { isActive: false }, reason }, done)}
        />
      )}
      {asks === 'remove' && (
        <ReasonDialog
          title="Delete indicators"
          description={
            isOne
              ? 'The indicator is deleted, with its relations to others.'
              : `${ids.length.toLocaleString()} indicators are deleted, with their relations to others.`
          }
          label="Delete"
          pendingLabel="Deleting..."
          isPending={remove.isPending}
          onClose={() => setAsks(null)}
          onReason={(reason) =>
            remove.mutate(reason, {
              onSuccess: ({ removed, undo }) => {
                tell(`${removed.toLocaleString()} deleted`, undo);
                done();
              },
            })
          }
        />
      )}
    </div>
  );
}
