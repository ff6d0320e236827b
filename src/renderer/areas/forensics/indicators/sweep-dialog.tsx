import { useState } from 'react';
import {
  indicatorWorkContract,
  type SweepSet,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../../ui/dialog.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { askedOf, type IndicatorQuery, useIndicatorCall } from './indicators.queries.ts';
import { SweepResult } from './sweep-result.tsx';

interface SweepDialogProps {
  chosen: readonly string[];
  query: IndicatorQuery;
  total: number;
  onClose: () => void;
}

type What = 'chosen' | 'filter' | 'text';

/** What is looked for, the run, and what was found. */
export function SweepDialog({ chosen, query, total, onClose }: SweepDialogProps) {
  const [what, setWhat] = useState<What>(chosen.length > 0 ? 'chosen' : 'filter');
  const [text, setText] = useState('');
  const [isDeep, setDeep] = useState(true);
  const [sweepId, setSweepId] = useState<string | null>(null);
  const { order: _, ...filter } = askedOf(query);
  const set: SweepSet =
    what === 'chosen'
      ? { type: 'chosen', ids: [...chosen] }
      : what === 'text'
        ? { type: 'text', text }
        : { type: 'filter', filter };
  const begin = useIndicatorCall(
    (client, given: SweepSet) =>
      client.call(indicatorWorkContract.sweep, { body: { set: given, isDeep } }),
    null,
  );
  const options = [
    ...(chosen.length > 0
      ? [{ value: 'chosen' as const, label: `${chosen.length.toLocaleString()} chosen` }]
      : []),
    { value: 'filter' as const, label: `All ${total.toLocaleString()} of the list` },
    { value: 'text' as const, label: 'A pasted list' },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sweep"
      description="Looks for indicators in all alerts and in the events of all investigations."
      size="xl"
      footer={
        sweepId === null ? (
          <Buttons
            isReady={what !== 'text' || text.trim() !== ''}
            isPending={begin.isPending}
            onBegin={() => begin.mutate(set, { onSuccess: ({ id }) => setSweepId(id) })}
          />
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {sweepId !== null ? (
        <SweepResult id={sweepId} />
      ) : (
        <div className="flex flex-col gap-4">
          <Segmented
            label="What to look for"
            value={what}
            segments={options}
            onValueChange={setWhat}
          />
          {what === 'text' && (
            <Field
              label="Indicators"
              hint="One a line, or any text that holds them; defanged is fine"
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={6}
                  value={text}
                  maxLength={900_000}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          )}
          <Switch
            label="Original records, too"
            note="As their sources wrote them; takes longer"
            isOn={isDeep}
            onChange={setDeep}
          />
          <p className="text-fg-muted">Values that a list knows to be good are left out.</p>
        </div>
      )}
    </Dialog>
  );
}

function Buttons({
  isReady,
  isPending,
  onBegin,
}: {
  isReady: boolean;
  isPending: boolean;
  onBegin: () => void;
}) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady || isPending} onClick={onBegin}>
        Begin sweep
      </Button>
    </>
  );
}
