import { useId, useState } from 'react';
import {
  type PolicyDetail,
  type PolicyUpdateInput,
  policiesContract,
} from '../../../shared/areas/policies/policies.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { usePolicyCall } from './policies.queries.ts';
import { countOf, POLICY_FIELD_LABELS } from './policies.text.ts';
import {
  bodyOf,
  changedFields,
  errorsOf,
  type FormErrors,
  type FormValues,
  valuesOf,
  withTheirs,
} from './policy-form.ts';
import { PolicyFormFields } from './policy-form-fields.tsx';

interface EditPolicyDialogProps {
  /** As it was when the dialog opened: what others change meanwhile is merged. */
  policy: PolicyDetail;
  onClose: () => void;
}

/** What is said about a policy, and the version that is written. */
export function EditPolicyDialog({ policy, onClose }: EditPolicyDialogProps) {
  const formId = useId();
  const [first, setFirst] = useState(() => valuesOf(policy));
  const [values, setValues] = useState<FormValues>(first);
  const [errors, setErrors] = useState<FormErrors>({});
  const [base, setBase] = useState(policy.revision);
  const [conflict, setConflict] = useState<RecordConflict | null>(null);
  // One's own text, where that of somebody else was taken.
  const [aside, setAside] = useState<string | null>(null);
  const changed = changedFields(values, first);
  const update = usePolicyCall(
    (client, body: PolicyUpdateInput) =>
      client.call(policiesContract.update, { params: { id: policy.id }, body }),
    {
      done: 'Policy updated successfully',
      more: ({ merged }) => mergedText(merged, POLICY_FIELD_LABELS),
      isShownElsewhere: (error) => conflictOf(error) !== null,
    },
  );
  const send = (baseRevision: string) => {
    const wrong = errorsOf(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (changed.length === 0) return onClose();
    update.mutate(
      { ...bodyOf(values, changed), baseRevision },
      { onSuccess: onClose, onError: (error) => setConflict(conflictOf(error)) },
    );
  };
  const working = policy.workingText;
  return (
    <Dialog
      open
      onClose={onClose}
      title={working ? `Edit ${working.title} ${working.version}` : `Edit ${policy.title}`}
      description={describe(policy)}
      size="xl"
      isDirty={changed.length > 0 || aside !== null}
      footer={<DialogButtons form={formId} label="Save" isPending={update.isPending} />}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(base);
        }}
        className="flex flex-col gap-4"
      >
        {conflict && (
          <>
            <ConflictNotice
              conflict={conflict}
              labels={POLICY_FIELD_LABELS}
              shown={shownValue}
              isBusy={update.isPending}
              onKeepTheirs={() => {
                const isText = conflict.fields.some(({ field }) => field === 'content');
                if (isText) setAside(values.content);
                setFirst(withTheirs(first, conflict));
                setValues(withTheirs(values, conflict));
                setBase(conflict.revision);
                setConflict(null);
              }}
              onUseMine={() => {
                setBase(conflict.revision);
                setConflict(null);
                send(conflict.revision);
              }}
            />
            <TheirText conflict={conflict} />
          </>
        )}
        {aside !== null && <SetAside text={aside} title="Your text, set aside" />}
        <PolicyFormFields
          values={values}
          errors={errors}
          isTextFixed={working === null}
          policyId={policy.id}
          onChange={(field, value) => {
            setValues((now) => ({ ...now, [field]: value }));
            setErrors((now) => ({ ...now, [field]: undefined }));
          }}
        />
      </form>
    </Dialog>
  );
}

function describe({ working, status }: PolicyDetail): string {
  if (working === null) return 'Title and text are in force: begin a new version to change them.';
  if (working.status === 'UNDER_REVIEW')
    return 'It is under review: a change of its title or text voids the approvals given so far.';
  return status === 'APPROVED'
    ? 'The approved version stays in force until this one is approved.'
    : 'A draft, until it is submitted and approved.';
}

/** A text is told by its length here and shown in full below. */
function shownValue(field: string, value: unknown): string {
  if (field === 'content' && typeof value === 'string')
    return countOf(value.length, 'character', 'characters');
  return value === null || value === '' ? 'nothing' : String(value);
}

function TheirText({ conflict }: { conflict: RecordConflict }) {
  const theirs = conflict.fields.find(({ field }) => field === 'content')?.value;
  if (typeof theirs !== 'string') return null;
  return <SetAside text={theirs} title="Their text; yours is in the editor below" />;
}

function SetAside({ text, title }: { text: string; title: string }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-sm font-medium text-fg">
        {title}
        <CopyButton text={text} label="Copy this text" />
      </p>
      <ScrollRegion
        label={title}
        className="max-h-48 rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-relaxed"
      >
        <Untrusted text={text} newlines="keep" max={20_000} />
      </ScrollRegion>
    </section>
  );
}
