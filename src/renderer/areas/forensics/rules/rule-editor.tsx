import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { RuleDetail } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { RULE_LIMITS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { checkQuery, useRuleCall } from './rules.queries.ts';
import { OUTCOME_LABELS, OUTCOME_TONES } from './test-outcomes.ts';

const RESTED_MS = 300;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), RESTED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The text of an own rule: compiled and tried on its tests while it is written, kept as a version. */
export function RuleEditor({ rule, onClose }: { rule: RuleDetail; onClose: () => void }) {
  const formId = useId();
  const [text, setText] = useState(rule.text);
  const rested = useRested(text);
  const check = useQuery({
    ...checkQuery(useClient(), rule.id, rested),
    enabled: rested.trim() !== '',
  });
  const save = useRuleCall(
    (client) => client.call(calls.change, { params: { id: rule.id }, body: { text } }),
    `Version ${rule.version + 1} saved`,
  );
  const isChanged = text !== rule.text;
  const isChecked = rested === text && check.data !== undefined && !check.isPlaceholderData;
  const mayRun = isChecked && check.data?.problem === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && mayRun) save.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit rule"
      description="Saving keeps the text as a new version; earlier versions, hits and marks stay."
      size="lg"
      isDirty={isChanged}
      footer={
        <DialogButtons
          form={formId}
          label="Save as version"
          isPending={save.isPending}
          isDisabled={!isChanged || !mayRun}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Rule" hint="Sigma, one document">
          {(control) => (
            <Textarea
              {...control}
              rows={18}
              className="font-mono text-xs"
              spellCheck={false}
              value={text}
              maxLength={RULE_LIMITS.text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div role="status" className="flex flex-col gap-2">
          {text.trim() === '' ? (
            <p className="text-fg-muted">The rule is empty.</p>
          ) : (
            <Compiled isChecked={isChecked} problem={check.data?.problem ?? null} />
          )}
          {check.data && check.data.tests.length > 0 && (
            <ul aria-label="Tests" className="flex flex-wrap gap-x-4 gap-y-1">
              {check.data.tests.map(({ id, name, outcome }) => (
                <li key={id} className="flex min-w-0 items-center gap-1.5">
                  <Badge tone={OUTCOME_TONES[outcome]}>{OUTCOME_LABELS[outcome]}</Badge>
                  <Untrusted text={name} max={80} expand="none" />
                </li>
              ))}
            </ul>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Compiled({ isChecked, problem }: { isChecked: boolean; problem: string | null }) {
  if (!isChecked) return <p className="text-fg-muted">Compiling...</p>;
  if (problem === null)
    return (
      <p>
        <Badge tone="ok">Runs</Badge>
      </p>
    );
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone="bad">Cannot run</Badge>
      <Untrusted text={problem} max={400} />
    </p>
  );
}
