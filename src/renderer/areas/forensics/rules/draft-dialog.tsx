import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type {
  DraftSource,
  RuleTrial,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import {
  RULE_LEVELS,
  type RuleLevel,
} from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { DraftFields, type TickedField } from './draft-fields.tsx';
import { ruleAddress } from './rule-addresses.ts';
import { type DraftFrom, draftFromQuery, useRuleCall } from './rules.queries.ts';

/** A Sigma rule from an event or an alert: fields ticked, tried on the loaded logs, then saved. */
export function DraftRuleDialog({ from, onClose }: { from: DraftFrom; onClose: () => void }) {
  const found = useQuery(draftFromQuery(useClient(), from));
  if (found.data) return <DraftForm source={found.data} from={from} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Draft a rule" size="lg">
      <Loaded query={found} failed="The event could not be loaded">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const MOST_TICKED_FIRST = 3;

function firstTicked({ fields }: DraftSource): ReadonlyMap<string, TickedField> {
  const usual = fields.filter(({ isUsual }) => isUsual).slice(0, MOST_TICKED_FIRST);
  return new Map(
    usual.map(({ name, values }) => [
      name,
      { isTicked: true, modifier: 'is', value: values[0] ?? '' },
    ]),
  );
}

const LEVELS = RULE_LEVELS.map((value) => ({
  value,
  label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
}));

function useDraft(source: DraftSource) {
  const [title, setTitle] = useState('');
  const [level, setLevel] = useState<RuleLevel>('medium');
  const [technique, setTechnique] = useState('');
  const [logsource, setLogsource] = useState(source.proposed);
  const [ticked, setTicked] = useState(() => firstTicked(source));
  const fields = [...ticked].flatMap(([name, { isTicked, modifier, value }]) =>
    isTicked ? [{ name, modifier, values: modifier === 'exists' ? [] : [value] }] : [],
  );
  const techniques = technique
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    ...{ title, setTitle, level, setLevel, technique, setTechnique, logsource, setLogsource },
    ...{ ticked, fields, techniques },
    tick: (name: string, field: TickedField) => setTicked((now) => new Map(now).set(name, field)),
    draft: { title, level, logsource, techniques, fields },
    problems: {
      title: title.trim() ? undefined : 'Title is required',
      technique: techniques.every((one) => /^T\d{4}(?:\.\d{3})?$/.test(one))
        ? undefined
        : 'An ATT&CK id is T1059 or T1059.001',
      fields: fields.length > 0 ? undefined : 'Tick at least one field',
    },
  };
}

function DraftForm({
  source,
  from,
  onClose,
}: {
  source: DraftSource;
  from: DraftFrom;
  onClose: () => void;
}) {
  const formId = useId();
  const navigate = useNavigate();
  const [isSent, setSent] = useState(false);
  const { draft, problems, ticked, tick, ...form } = useDraft(source);
  const investigation = source.investigationId ?? from.investigation ?? null;
  const isSound = Object.values(problems).every((problem) => problem === undefined);
  const attempt = useRuleCall(
    (client) =>
      client.call(calls.tryDraft, { body: { draft, investigation: investigation ?? '' } }),
    null,
  );
  const save = useRuleCall((client) => {
    const [declared] = source.declared;
    const test = { event: source.event, ...(declared ? { declared } : {}) };
    return client.call(calls.saveDraft, { body: { draft, test } });
  }, "Rule saved to 'Own rules'");
  const leadTo = (id: string) => {
    onClose();
    navigate(ruleAddress(id));
  };
  const check = (then: () => void) => {
    setSent(true);
    if (isSound) then();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(() => save.mutate(undefined, { onSuccess: ({ id }) => leadTo(id) }));
  };
  const shown = (problem: string | undefined) => (isSent ? problem : undefined);
  // Nothing to lose from the moment it is sent: were it to end with the answer only, the page
  // would still ask about the very input that was saved when it leads to the rule.
  const isDirty = form.title !== '' && (save.isIdle || save.isError);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Draft a rule"
      description={<Untrusted text={source.summary} max={200} />}
      size="lg"
      isDirty={isDirty}
      footer={<DialogButtons form={formId} label="Save rule" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field label="Title" isRequired error={shown(problems.title)}>
            {(control) => (
              <Input
                {...control}
                value={form.title}
                maxLength={200}
                onChange={({ target }) => form.setTitle(target.value)}
              />
            )}
          </Field>
          <Field label="Level">
            {(control) => (
              <Select
                {...control}
                value={form.level}
                options={LEVELS}
                onValueChange={form.setLevel}
              />
            )}
          </Field>
        </div>
        <div className="grid gap-3 sm:grid-cols-4">
          <LogsourceFields logsource={form.logsource} onChange={form.setLogsource} />
          <Field label="ATT&CK" error={shown(problems.technique)}>
            {(control) => (
              <Input
                {...control}
                value={form.technique}
                placeholder="T1059.001"
                onChange={({ target }) => form.setTechnique(target.value)}
              />
            )}
          </Field>
        </div>
        <DraftFields
          fields={source.fields}
          ticked={ticked}
          onChange={tick}
          error={shown(problems.fields)}
        />
        {investigation === null ? (
          <p className="text-xs text-fg-muted">
            The alert belongs to no investigation with logs: the rule is tried on its own record
            when it is saved.
          </p>
        ) : (
          <Button
            className="self-start"
            disabled={attempt.isPending}
            onClick={() => check(() => attempt.mutate(undefined))}
          >
            {attempt.isPending ? 'Trying...' : 'Try on the loaded logs'}
          </Button>
        )}
        {attempt.data && <DraftTrial trial={attempt.data} text={attempt.data.text} />}
      </form>
    </Dialog>
  );
}

const LOGSOURCE_PARTS = { product: 'Product', category: 'Category', service: 'Service' } as const;
type LogsourcePart = keyof typeof LOGSOURCE_PARTS;
type Logsource = ReturnType<typeof useDraft>['logsource'];

function LogsourceFields({
  logsource,
  onChange,
}: {
  logsource: Logsource;
  onChange: (next: Logsource) => void;
}) {
  return (Object.keys(LOGSOURCE_PARTS) as LogsourcePart[]).map((part) => (
    <Field key={part} label={LOGSOURCE_PARTS[part]}>
      {(control) => (
        <Input
          {...control}
          value={logsource[part] ?? ''}
          maxLength={100}
          onChange={({ target }) => onChange({ ...logsource, [part]: target.value })}
        />
      )}
    </Field>
  ));
}

function DraftTrial({ trial, text }: { trial: RuleTrial; text: string }) {
  return (
    <section
      aria-label="What it finds"
      className="flex flex-col gap-2 rounded-md border border-line p-3"
    >
      <p role="status" className="font-medium">
        {trial.problem === null
          ? `${trial.hits.toLocaleString()} of ${trial.events.toLocaleString()} events are found`
          : 'It cannot run'}
      </p>
      {trial.problem !== null && <Untrusted text={trial.problem} className="text-bad" />}
      {trial.isCut && <p className="text-xs text-fg-muted">Tried on the first events only.</p>}
      <ol className="text-sm">
        {trial.sample.map((one) => (
          <li key={`${one.sourceId}/${one.eventId}`} className="flex flex-wrap gap-2">
            {one.time && <DateTime value={one.time} />}
            <Untrusted text={one.summary} max={160} expand="none" />
          </li>
        ))}
      </ol>
      <CodeView label="Text of the draft" text={text} note="Sigma" />
    </section>
  );
}
