import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { testsQuery, useRuleCall } from './rules.queries.ts';
import { OUTCOME_LABELS, OUTCOME_TONES } from './test-outcomes.ts';

/** Events kept with the rule that it must find, or must not: run whenever they are looked at. */
export function TestsPanel({ ruleId }: { ruleId: string }) {
  const found = useQuery(testsQuery(useClient(), ruleId));
  const mayWrite = useMay('forensics.write');
  const [isAdding, setAdding] = useState(false);
  const remove = useRuleCall(
    (client, id: string) => client.call(calls.removeTest, { params: { id } }),
    'Test removed',
  );
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && (
        <Button className="self-start" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
          Add test
        </Button>
      )}
      <Loaded query={found} failed="The tests could not be run">
        {(list) =>
          list.length === 0 ? (
            <p className="text-fg-muted">No tests.</p>
          ) : (
            <ul aria-label="Tests" className="flex flex-col gap-2">
              {list.map((one) => (
                <li key={one.id} className="rounded-lg border border-line p-3">
                  <div className="flex flex-wrap items-center gap-2">
                    <Badge tone={OUTCOME_TONES[one.outcome]}>{OUTCOME_LABELS[one.outcome]}</Badge>
                    <span className="text-fg-muted">
                      {one.isHit ? 'Must be found' : 'Must not be found'}
                    </span>
                    <Untrusted text={one.name} max={120} className="font-medium" />
                    {mayWrite && (
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-label={`Remove ${one.name}`}
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(one.id)}
                      >
                        Remove
                      </Button>
                    )}
                  </div>
                  <details className="mt-1">
                    <summary className="cursor-pointer text-xs text-fg-muted">Event</summary>
                    <pre className="overflow-x-auto rounded-md bg-sunken p-2 text-xs">
                      <Untrusted
                        text={JSON.stringify(one.event, null, 2)}
                        max={5_000}
                        newlines="keep"
                      />
                    </pre>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddTestDialog ruleId={ruleId} onClose={() => setAdding(false)} />}
    </div>
  );
}

type FlatEvent = Record<string, string | string[]>;

const isScalar = (value: unknown) => value === null || typeof value !== 'object';

/** Fields of one value or a list of them; null for anything else. */
function readEvent(text: string): FlatEvent | null {
  try {
    const value: unknown = JSON.parse(text);
    if (isScalar(value) || Array.isArray(value)) return null;
    const event: FlatEvent = {};
    for (const [name, one] of Object.entries(value as object)) {
      if (Array.isArray(one) && one.every(isScalar)) event[name] = one.map(String);
      else if (isScalar(one)) event[name] = String(one);
      else return null;
    }
    return event;
  } catch {
    return null;
  }
}

function AddTestDialog({ ruleId, onClose }: { ruleId: string; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<'hit' | 'miss'>('hit');
  const [isSent, setSent] = useState(false);
  const event = readEvent(text);
  const save = useRuleCall(
    (client, body: { name: string; isHit: boolean; event: FlatEvent }) =>
      client.call(calls.addTest, { params: { id: ruleId }, body }),
    'Test saved',
  );
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    setSent(true);
    if (name.trim() && event)
      save.mutate({ name, isHit: kind === 'hit', event }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add test"
      size="md"
      isDirty={name !== '' || text !== ''}
      footer={<DialogButtons form={formId} label="Save test" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Name"
          isRequired
          error={isSent && !name.trim() ? 'Name is required' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={200}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Segmented
          label="What the rule must do"
          value={kind}
          onValueChange={setKind}
          segments={[
            { value: 'hit', label: 'Find it' },
            { value: 'miss', label: 'Leave it alone' },
          ]}
        />
        <Field
          label="Event as JSON"
          isRequired
          hint='Fields and values: {"EventID": "1", "Image": "C:\\a.exe"}'
          error={
            isSent && !event
              ? 'The event must be a JSON object of texts, numbers and lists of them'
              : undefined
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={8}
              spellCheck={false}
              className="font-mono text-xs"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
