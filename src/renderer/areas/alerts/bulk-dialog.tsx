import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  actionsContract,
  type BulkPreview,
} from '../../../shared/areas/actions/actions.contract.ts';
import {
  type BulkChange,
  bulkSummary,
  countedAlerts,
} from '../../../shared/areas/actions/bulk.rules.ts';
import { ALERT_NOTE_MAX, ALERT_REASON_MAX } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type DispositionField,
  EVIDENCE_FIELDS,
  missingFields,
  missingMessage,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useUser } from '../../api/session.tsx';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useUndoing } from '../actions/actions.embed.tsx';
import { NOBODY, useAssignees } from './assignees.tsx';
import { type BulkSetInput, bulkPreviewQuery, bulkSet } from './bulk.queries.ts';
import { BULK_LABELS, type BulkAction, bulkChange, bulkStatus } from './bulk-actions.ts';
import { useDesk } from './desk-context.tsx';
import { DispositionFields, RequiredMark } from './disposition-fields.tsx';
import {
  type ClosedStatus,
  type DispositionDraft,
  draftToUpdate,
  emptyDraft,
  withEvidence,
} from './disposition-form.ts';

export interface BulkDialogProps {
  action: BulkAction;
  /** Which alerts; absent: what is selected at the desk. */
  of?: { readonly set: BulkSetInput; readonly name: string };
  onClose: () => void;
  onStarted?: () => void;
}

const isClosed = (status: string | undefined): status is ClosedStatus =>
  status === 'RESOLVED' || status === 'FALSE_POSITIVE';

/** What the dialog holds, and what sends it. */
function useBulkForm({ action, of, onClose, onStarted }: BulkDialogProps) {
  const desk = useDesk();
  const client = useClient();
  const fail = useErrorToast();
  const { tell } = useUndoing();
  const me = useUser();
  const required = useWorkspaceSettings().dispositions;
  const status = bulkStatus(action);
  const [set] = useState(() => {
    const { selected, all } = desk.store.getState();
    return of?.set ?? bulkSet(selected, all);
  });
  const [draft, setDraft] = useState<DispositionDraft | null>(() =>
    isClosed(status) ? emptyDraft(status) : null,
  );
  const [note, setNote] = useState('');
  const [assignee, setAssignee] = useState(me.id);
  const [first, setFirst] = useState(of !== undefined);
  const [errors, setErrors] = useState<Partial<Record<DispositionField, string>>>({});
  const [isPending, setIsPending] = useState(false);
  const kind = draft ? { status: draft.status } : bulkChange(action);
  const step = { change: kind, investigateFirst: first };
  const counted = useQuery(bulkPreviewQuery(client, { ...set, ...step }));
  const { data: preview, error } = counted;
  /** What is shown is the count of another choice, until this one's is here. */
  const isCounting = counted.isPlaceholderData || counted.isPending;

  const change = (): BulkChange => {
    if (!draft)
      return action === 'assign' ? { assignedTo: assignee === NOBODY ? null : assignee } : kind;
    const { note: _, ...rest } = draftToUpdate(draft, false);
    return rest as BulkChange;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = (draft ? draft.note : note)?.trim() ?? '';
    const missing: DispositionField[] = draft
      ? missingFields(required, { ...draft, note: words })
      : action === 'reopen' && words === ''
        ? ['note']
        : [];
    setErrors(
      Object.fromEntries(
        missing.map((field) => [
          field,
          draft ? missingMessage(field) : 'A reason is required to reopen an alert',
        ]),
      ),
    );
    if (missing.length > 0 || isCounting) return;
    setIsPending(true);
    try {
      const body = { ...set, change: change(), investigateFirst: first, note: words };
      const started = await client.call(actionsContract.bulk, { body });
      onClose();
      if (of) onStarted?.();
      else desk.clearSelected();
      void tell(started);
    } catch (thrown) {
      fail(thrown);
    } finally {
      setIsPending(false);
    }
  };
  return {
    ...{ draft, setDraft, note, setNote, assignee, setAssignee, first, setFirst },
    ...{ errors, setErrors, isPending, submit, required, preview, step },
    uncounted: error,
    isCounting,
  };
}

/** One change of all that is selected: to how many, with which note; nothing is done before it is confirmed. */
export function BulkDialog(props: BulkDialogProps) {
  const { action, onClose } = props;
  const formId = useId();
  const form = useBulkForm(props);
  const { draft, setDraft, note, setNote, first, setFirst, errors, setErrors } = form;
  const { isPending, submit, required, preview, step, isCounting } = form;
  const applies = preview?.applies ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${BULK_LABELS[draft?.status === 'FALSE_POSITIVE' ? 'false-positive' : action]}: ${props.of?.name ?? 'selected alerts'}`}
      description={<Counts preview={isCounting ? undefined : preview} failure={form.uncounted} />}
      isDirty={note !== '' || (draft?.note ?? '') !== ''}
      footer={
        <DialogButtons
          form={formId}
          label={isCounting ? 'Counting...' : bulkSummary(step, countedAlerts(applies))}
          pendingLabel="Starting..."
          isPending={isPending}
          isDisabled={isCounting || applies === 0}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {draft && preview && preview.open > 0 && (
          <label className="flex cursor-pointer items-start gap-2">
            <input
              type="checkbox"
              checked={first}
              onChange={(event) => setFirst(event.target.checked)}
              className="mt-1 accent-accent"
            />
            <span>
              {preview.open === 1
                ? 'Also investigate and close the one that is OPEN.'
                : `Also investigate and close the ${preview.open.toLocaleString()} that are OPEN.`}{' '}
              The history shows both steps.
            </span>
          </label>
        )}
        {action === 'assign' && <Assignee value={form.assignee} onChange={form.setAssignee} />}
        {draft ? (
          <DispositionFields
            draft={draft}
            onChange={(next) => {
              setDraft(next);
              setErrors({});
            }}
            required={required}
            errors={errors}
            isStatusFixed={false}
            evidence={
              <EvidenceTicks
                draft={draft}
                isRequired={required.evidence}
                error={errors.evidence}
                onChange={setDraft}
              />
            }
          />
        ) : (
          <Field
            label={action === 'reopen' ? 'Reason' : 'Note'}
            isRequired={action === 'reopen'}
            error={errors.note}
            hint="Goes to the history of each alert."
          >
            {(control) => (
              <Textarea
                {...control}
                value={note}
                maxLength={
                  action === 'reopen'
                    ? ALERT_REASON_MAX
                    : Math.min(ALERT_NOTE_MAX, ALERT_REASON_MAX)
                }
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

function Counts({ preview, failure }: { preview: BulkPreview | undefined; failure: Error | null }) {
  if (failure) return `The alerts could not be counted. ${describeError(failure).why}`;
  if (!preview) return 'Counting...';
  const { total, applies } = preview;
  if (applies === total)
    return `Applies to ${total === 1 ? 'it' : `all ${total.toLocaleString()}`}.`;
  const left = total - applies;
  return `Applies to ${applies.toLocaleString()} of ${countedAlerts(total)}; ${left.toLocaleString()} stay as they are, as their status does not allow it.`;
}

/** Which fields of each alert the verdict rests on. */
function EvidenceTicks(props: {
  draft: DispositionDraft;
  isRequired: boolean;
  error: string | undefined;
  onChange: (draft: DispositionDraft) => void;
}) {
  const { draft, isRequired, error, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-fg">
        Evidence in each alert{isRequired && <RequiredMark />}
      </legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(EVIDENCE_FIELDS).map(([tick, label]) => (
          <label key={tick} className="flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={draft.evidence.includes(tick)}
              onChange={(event) => onChange(withEvidence(draft, tick, event.target.checked))}
              className="accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Assignee({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const options = useAssignees();
  return (
    <Field label="Assigned to">
      {(control) => (
        <Select {...control} value={value} options={options} onValueChange={onChange} />
      )}
    </Field>
  );
}
