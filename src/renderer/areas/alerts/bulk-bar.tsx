import { useState } from 'react';
import { ALERT_TRANSITIONS } from '../../../shared/areas/alerts/alerts.rules.ts';
import { Button } from '../../ui/button.tsx';
import { useDesk, useDeskState } from './desk-context.tsx';
import type { DeskActions } from './use-desk-actions.ts';

/** What can be done with the selected alerts; there only while some are. */
export function BulkBar({ actions }: { actions: DeskActions }) {
  const desk = useDesk();
  const selected = useDeskState((state) => state.selected);
  const [isPending, setIsPending] = useState(false);
  if (selected.size === 0) return null;
  const apply = async (update: Parameters<DeskActions['updateMany']>[1]) => {
    setIsPending(true);
    await actions.updateMany([...selected], update);
    setIsPending(false);
    desk.clearSelected();
  };
  return (
    <section
      aria-label="Selected alerts"
      className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-3 py-1.5"
    >
      <p aria-live="polite" className="mr-2 font-medium text-accent-text tabular-nums">
        {selected.size === 1 ? '1 alert selected' : `${selected.size} alerts selected`}
      </p>
      {ALERT_TRANSITIONS.filter((transition) => !transition.needsReason).map(
        ({ action, label, to }) => (
          <Button
            key={action}
            size="sm"
            disabled={isPending}
            onClick={() => void apply({ status: to })}
          >
            {label} selected
          </Button>
        ),
      )}
      <Button size="sm" disabled={isPending} onClick={() => void apply({ escalated: true })}>
        Escalate selected
      </Button>
      <Button size="sm" variant="ghost" disabled={isPending} onClick={desk.clearSelected}>
        Clear selection
      </Button>
    </section>
  );
}
