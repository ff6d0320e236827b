import { type FormEvent, type ReactNode, useState } from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type NewSuppressionInput,
  newSuppressionSchema,
  type Suppression,
  type SuppressionUpdate,
  suppressionContract,
  suppressionUpdateSchema,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  EMPTY_SCOPE,
  type SuppressionScope,
  scopeInWords,
  scopeProblem,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { useAccounts } from '../../api/accounts.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { useUser } from '../../api/session.tsx';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  alertsText,
  dayOf,
  expiryOf,
  fieldOfPath,
  RULE_FIELD_LABELS,
  scopeLike,
} from './suppression.text.ts';
import { Check, type RuleDraft, RuleFields, useControlChoice } from './suppression-form.tsx';
import { PreviewPanel, useSuppressionPreview } from './suppression-preview.tsx';
import { useSuppressionCall } from './suppressions.queries.ts';

const FORM_ID = 'suppression-form';
const DAY_MS = 86_400_000;
const DAYS_AT_FIRST = 7;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first issue of each field. */
function errorsOf(issues: readonly Issue[], scope: SuppressionScope): Record<string, string> {
  const errors = Object.fromEntries(
    issues.map(({ path, message }) => [fieldOfPath(path), message] as const).reverse(),
  );
  const problem = scopeProblem(scope);
  return problem ? { ...errors, [problem.path]: problem.message } : errors;
}

interface FormDialogProps {
  title: string;
  isDirty: boolean;
  isPending: boolean;
  label: string;
  scope: SuppressionScope;
  preview: ReturnType<typeof useSuppressionPreview>;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

function FormDialog(props: FormDialogProps) {
  const { title, isDirty, isPending, label, scope, preview, onClose, onSubmit, children } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="Hidden alerts are kept as they are, and found with the filter Suppressed."
      size="xl"
      isDirty={isDirty}
      footer={<DialogButtons form={FORM_ID} label={label} isPending={isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
        className="grid min-w-0 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="min-w-0 lg:sticky lg:top-0">
          <PreviewPanel scope={scope} preview={preview} />
        </div>
      </form>
    </Dialog>
  );
}

interface AddProps {
  /** The alert whose like is to be hidden. */
  like: Alert | null;
  onClose: () => void;
  onAdded: (id: string) => void;
}

export function AddSuppressionDialog({ like, onClose, onAdded }: AddProps) {
  const me = useUser();
  const now = useNow();
  const { maxDays } = useWorkspaceSettings().suppression;
  const [draft, setDraft] = useState<RuleDraft>(() => ({
    name: like?.title.slice(0, 100) ?? '',
    scope: like === null ? EMPTY_SCOPE : scopeLike(like),
    owner: me.id,
    reason: '',
    controlId: null,
    hidesCritical: false,
  }));
  const [day, setDay] = useState(() => dayOf(now + Math.min(DAYS_AT_FIRST, maxDays) * DAY_MS));
  const [appliesToWaiting, setApplies] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isDirty, setDirty] = useState(false);
  const preview = useSuppressionPreview(draft.scope);
  const { proposed, isNone } = useControlChoice(draft, like?.techniques);
  const create = useSuppressionCall(
    (client, body: NewSuppressionInput) => client.call(suppressionContract.create, { body }),
    {
      done: ({ job }) =>
        job === null
          ? 'Suppression rule created successfully'
          : 'Suppression rule created. Open alerts are being hidden',
      failed: 'Failed to create suppression rule',
    },
  );
  const submit = () => {
    const controlId = draft.controlId ?? proposed;
    const body = {
      ...{ ...draft, controlId },
      scope: draft.scope as NewSuppressionInput['scope'],
      expiresAt: expiryOf(day, now, maxDays),
      appliesToWaiting,
    };
    const parsed = newSuppressionSchema.safeParse(body);
    const found = {
      ...errorsOf(parsed.success ? [] : parsed.error.issues, draft.scope),
      ...(controlId === null && !isNone ? { controlId: 'Control is required' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    create.mutate(body, { onSuccess: ({ id }) => onAdded(id) });
  };
  const waiting = preview.isCurrent && preview.data ? alertsText(preview.data.waiting) : null;
  return (
    <FormDialog
      title={like === null ? 'Add suppression rule' : 'Suppress alerts like this'}
      label="Add rule"
      scope={draft.scope}
      preview={preview}
      isDirty={isDirty}
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <RuleFields
        draft={draft}
        errors={errors}
        techniques={like?.techniques ?? []}
        onChange={(change) => {
          setDirty(true);
          setDraft((before) => ({ ...before, ...change }));
        }}
      >
        <ExpiryField
          day={day}
          now={now}
          maxDays={maxDays}
          error={errors.expiresAt}
          onChange={setDay}
        />
      </RuleFields>
      <Check
        label={`Also hide what is open and in the queue now (${waiting ?? 'counting'}); can be undone`}
        isChecked={appliesToWaiting}
        onChange={setApplies}
      />
    </FormDialog>
  );
}

interface ExpiryFieldProps {
  day: string;
  now: number;
  maxDays: number;
  error: string | undefined;
  onChange: (day: string) => void;
}

export function ExpiryField({ day, now, maxDays, error, onChange }: ExpiryFieldProps) {
  return (
    <Field
      label="Expires on"
      isRequired
      error={error}
      hint={maxDays === 1 ? 'Tomorrow at the latest' : `Within ${maxDays} days`}
    >
      {(control) => (
        <Input
          {...control}
          type="date"
          value={day}
          min={dayOf(now)}
          max={dayOf(now + maxDays * DAY_MS)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

const draftOf = (rule: Suppression): RuleDraft => ({
  name: rule.name,
  scope: rule.scope,
  owner: rule.owner ?? '',
  reason: rule.reason,
  controlId: rule.control?.id ?? null,
  hidesCritical: rule.scope.maxSeverity === 'CRITICAL',
});

export function EditSuppressionDialog({
  rule,
  onClose,
}: {
  rule: Suppression;
  onClose: () => void;
}) {
  const { nameOf } = useAccounts();
  const [base, setBase] = useState(rule.revision);
  const [before, setBefore] = useState<RuleDraft>(() => draftOf(rule));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const preview = useSuppressionPreview(draft.scope);
  const update = useSuppressionCall(
    (client, body: SuppressionUpdate) =>
      client.call(suppressionContract.update, { params: { id: rule.id }, body: body as never }),
    {
      done: ({ merged }) =>
        ['Suppression rule updated successfully', mergedText(merged, RULE_FIELD_LABELS)]
          .filter(Boolean)
          .join('. '),
      failed: 'Failed to update suppression rule',
    },
  );
  const changed = Object.fromEntries(
    (['name', 'scope', 'owner', 'reason', 'controlId'] as const)
      .filter((field) => JSON.stringify(draft[field]) !== JSON.stringify(before[field]))
      .map((field) => [field, draft[field]]),
  );
  const isDirty = Object.keys(changed).length > 0;
  const conflict = conflictOf(update.error);
  const send = (baseRevision: string) => {
    if (!isDirty) return onClose();
    const body = { ...changed, hidesCritical: draft.hidesCritical, baseRevision };
    const parsed = suppressionUpdateSchema.safeParse(body);
    const found = errorsOf(parsed.success ? [] : parsed.error.issues, draft.scope);
    setErrors(found);
    if (!parsed.success || Object.keys(found).length > 0) return;
    update.mutate(parsed.data, { onSuccess: onClose });
  };
  const keepTheirs = () => {
    const theirs = Object.fromEntries(
      (conflict?.fields ?? []).map(({ field, value }) => [field, value]),
    );
    setDraft({ ...draft, ...theirs });
    setBefore({ ...before, ...theirs });
    setBase(conflict?.revision ?? base);
    update.reset();
  };
  return (
    <FormDialog
      title="Edit suppression rule"
      label="Save"
      scope={draft.scope}
      preview={preview}
      isDirty={isDirty}
      isPending={update.isPending}
      onClose={onClose}
      onSubmit={() => send(base)}
    >
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          labels={RULE_FIELD_LABELS}
          shown={(field, value) => shownValue(field, value, nameOf)}
          isBusy={update.isPending}
          onKeepTheirs={keepTheirs}
          onUseMine={() => send(conflict.revision)}
        />
      )}
      <RuleFields
        draft={draft}
        errors={errors}
        control={rule.control}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
      <p className="text-xs text-fg-muted">
        A changed scope holds for what arrives from then on; what is hidden already stays hidden.
      </p>
    </FormDialog>
  );
}

function shownValue(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (field === 'owner' && typeof value === 'string') return nameOf(value);
  if (field === 'scope' && typeof value === 'object' && value !== null)
    return scopeInWords(value as SuppressionScope);
  return value === null || value === '' ? 'nothing' : String(value);
}
