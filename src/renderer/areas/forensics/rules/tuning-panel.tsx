import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { RuleTrial } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { tuningsQuery, useRuleCall } from './rules.queries.ts';

/** Own filters of a rule: each takes away what somebody has looked at and knows. */
export function TuningPanel({ ruleId, onAdd }: { ruleId: string; onAdd: () => void }) {
  const found = useQuery(tuningsQuery(useClient(), ruleId));
  const mayWrite = useMay('forensics.write');
  const change = useRuleCall(
    (client, { id, isEnabled }: { id: string; isEnabled: boolean }) =>
      client.call(calls.changeTuning, { params: { id }, body: { isEnabled } }),
    null,
  );
  const remove = useRuleCall(
    (client, id: string) => client.call(calls.removeTuning, { params: { id } }),
    'Filter removed',
  );
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && (
        <Button className="self-start" icon={<Plus aria-hidden />} onClick={onAdd}>
          Add filter
        </Button>
      )}
      <Loaded query={found} failed="The filters could not be loaded">
        {(list) =>
          list.length === 0 ? (
            <p className="text-fg-muted">
              No filters. A filter takes away what the rule need not tell.
            </p>
          ) : (
            <ul aria-label="Filters" className="flex flex-col gap-3">
              {list.map((one) => (
                <li key={one.id} className="rounded-lg border border-line p-3">
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <Untrusted text={one.name} max={120} className="font-medium text-fg" />
                    {one.problem !== null && <Badge tone="warn">Does not run</Badge>}
                  </div>
                  <Untrusted text={one.reason} max={300} className="text-fg-muted" />
                  <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-2 text-xs">
                    <Untrusted text={one.text} max={4_000} newlines="keep" />
                  </pre>
                  {one.problem !== null && (
                    <Untrusted text={one.problem} className="text-xs text-warn" />
                  )}
                  {mayWrite && (
                    <div className="mt-2 flex items-center gap-4">
                      <Switch
                        label="Runs"
                        isOn={one.isEnabled}
                        onChange={(isEnabled) => change.mutate({ id: one.id, isEnabled })}
                      />
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={`Remove ${one.name}`}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(one.id)}
                      >
                        Remove
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

interface TuneDialogProps {
  ruleId: string;
  /** What the filter begins with. */
  text: string;
  onClose: () => void;
}

/** A filter, tried on the hits that are kept before it is kept itself. */
export function TuneDialog({ ruleId, text: first, onClose }: TuneDialogProps) {
  const formId = useId();
  const [text, setText] = useState(first);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [isSent, setSent] = useState(false);
  const params = { id: ruleId };
  const attempt = useRuleCall(
    (client) => client.call(calls.tryTuning, { params, body: { text } }),
    null,
  );
  const save = useRuleCall(
    (client) => client.call(calls.tune, { params, body: { name, text, reason } }),
    'Filter saved',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (name.trim() && reason.trim() && text.trim()) save.mutate(undefined, { onSuccess: onClose });
  };
  const missing = (value: string, what: string) =>
    isSent && !value.trim() ? `${what} is required` : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add filter"
      description="Events that the filter describes are no hits of this rule any more"
      size="lg"
      isDirty={name !== '' || reason !== '' || text !== first}
      footer={<DialogButtons form={formId} label="Save filter" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Name" isRequired error={missing(name, 'Name')}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={200}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field
          label="Filter"
          isRequired
          hint="Selections and a condition of Sigma: what they describe is left out"
          error={missing(text, 'Filter')}
        >
          {(control) => (
            <Textarea
              {...control}
              value={text}
              rows={7}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="Reason" isRequired error={missing(reason, 'Reason')}>
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={1_000}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <Button
          className="self-start"
          disabled={attempt.isPending || !text.trim()}
          onClick={() => attempt.mutate(undefined)}
        >
          {attempt.isPending ? 'Trying...' : 'Try on the hits'}
        </Button>
        {attempt.data && <TuningTrial trial={attempt.data} />}
      </form>
    </Dialog>
  );
}

function TuningTrial({ trial }: { trial: RuleTrial }) {
  if (trial.problem !== null)
    return (
      <p role="status" className="text-bad">
        <Untrusted text={`It cannot run: ${trial.problem}`} max={400} />
      </p>
    );
  const left = trial.left ?? 0;
  return (
    <section aria-label="What it would do" className="rounded-md border border-line p-3">
      <p role="status" className="font-medium">
        Takes away {(trial.hits - left).toLocaleString()} of {trial.hits.toLocaleString()} hits,{' '}
        {left.toLocaleString()} stay
      </p>
      {trial.isCut && <p className="text-xs text-fg-muted">Tried on the newest hits only.</p>}
      <ul className="mt-1 max-h-40 overflow-auto text-sm">
        {trial.sample.map((one) => (
          <li key={`${one.sourceId}/${one.eventId}`} className="flex gap-2">
            <Badge tone={one.isTaken ? 'neutral' : 'accent'}>
              {one.isTaken ? 'Taken away' : 'Stays'}
            </Badge>
            <Untrusted text={one.summary} max={120} expand="none" />
          </li>
        ))}
      </ul>
    </section>
  );
}
