import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ALERT_NOTE_MAX, type Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type DispositionField,
  type RequiredFields,
  reasonsOf,
  VERDICT_HINTS,
  VERDICT_LABELS,
  verdictsOf,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { fillNote, NOTE_PLACEHOLDERS } from '../../../shared/areas/alerts/note-placeholders.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { NoteTemplatePicker } from '../discussion/discussion.embed.tsx';
import { EvidenceTicks } from '../evidence/evidence.embed.tsx';
import { relatedAlertsQuery } from './alerts.queries.ts';
import {
  type ClosedStatus,
  type DispositionDraft,
  evidenceChoices,
  withEvidence,
  withStatus,
  withVerdict,
} from './disposition-form.ts';

const NO_REASON = 'none';
const RELATED_SHOWN = 4;

interface DispositionFieldsProps {
  draft: DispositionDraft;
  onChange: (draft: DispositionDraft) => void;
  required: RequiredFields;
  errors: Readonly<Partial<Record<DispositionField, string>>>;
  /** The alert that is closed; absent where many are. */
  alert?: Alert;
  /** In the place of the alert's own evidence, where many are closed. */
  evidence?: ReactNode;
  /** An alert that is closed already keeps its status. */
  isStatusFixed: boolean;
}

/** Verdict, reason code, note and evidence of a closing. */
export function DispositionFields(props: DispositionFieldsProps) {
  const { draft, onChange, required, errors, alert, isStatusFixed } = props;
  return (
    <div className="flex flex-col gap-4">
      {!isStatusFixed && (
        <div className="flex flex-wrap items-center gap-3">
          <span aria-hidden className="font-medium text-fg">
            Close as
          </span>
          <Segmented<ClosedStatus>
            label="Close as"
            value={draft.status}
            onValueChange={(status) => onChange(withStatus(draft, status))}
            segments={[
              { value: 'RESOLVED', label: 'Resolved' },
              { value: 'FALSE_POSITIVE', label: 'False Positive' },
            ]}
          />
        </div>
      )}
      <VerdictChoice {...props} />
      <ReasonChoice {...props} />
      <Field
        label="Note"
        isRequired={required.note}
        error={errors.note}
        hint={
          alert
            ? 'Goes to the history of the alert.'
            : `Filled for each alert: ${NOTE_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`
        }
      >
        {(control) => (
          <>
            <NoteTemplatePicker
              verdict={draft.verdict}
              onPick={(text) => onChange({ ...draft, note: alert ? fillNote(text, alert) : text })}
            />
            <Textarea
              {...control}
              value={draft.note ?? ''}
              maxLength={ALERT_NOTE_MAX}
              onChange={(event) => onChange({ ...draft, note: event.target.value })}
            />
          </>
        )}
      </Field>
      {alert ? <EvidenceChoice {...props} alert={alert} /> : props.evidence}
    </div>
  );
}

function VerdictChoice({ draft, onChange, required, errors }: DispositionFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium text-fg">
        Verdict{required.verdict && <RequiredMark />}
      </legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {verdictsOf(draft.status).map((verdict) => (
          <label
            key={verdict}
            className="flex cursor-pointer items-start gap-2 rounded-md border border-line-strong/60 px-2.5 py-1.5 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="verdict"
              checked={draft.verdict === verdict}
              onChange={() => onChange(withVerdict(draft, verdict))}
              className="mt-1 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium text-fg">{VERDICT_LABELS[verdict]}</span>
              <span className="block text-xs text-fg-muted">{VERDICT_HINTS[verdict]}</span>
            </span>
          </label>
        ))}
      </div>
      <Problem text={errors.verdict} />
    </fieldset>
  );
}

function ReasonChoice({ draft, onChange, required, errors }: DispositionFieldsProps) {
  const reasons = draft.verdict === null ? [] : reasonsOf(draft.verdict);
  const options = [
    { value: NO_REASON, label: draft.verdict === null ? 'Choose a verdict first' : 'None' },
    ...reasons.map(({ code, label }) => ({ value: code, label })),
  ];
  return (
    <Field label="Reason code" isRequired={required.reasonCode} error={errors.reasonCode}>
      {(control) => (
        <Select
          {...control}
          value={draft.reasonCode ?? NO_REASON}
          isDisabled={draft.verdict === null}
          options={options}
          onValueChange={(code) =>
            onChange({ ...draft, reasonCode: code === NO_REASON ? null : code })
          }
        />
      )}
    </Field>
  );
}

/** As a tick names a record of the evidence area. */
const RECORD = 'evidence:';
const recordsOf = ({ evidence }: DispositionDraft) =>
  evidence.filter((tick) => tick.startsWith(RECORD)).map((tick) => tick.slice(RECORD.length));

function EvidenceChoice(props: DispositionFieldsProps & { alert: Alert }) {
  const { draft, onChange, required, errors, alert } = props;
  const mayRead = useMay('evidence.read');
  const related = useQuery(relatedAlertsQuery(useClient(), alert.id)).data ?? [];
  const others = new Map(related.flatMap(({ alerts }) => alerts).map((one) => [one.id, one]));
  const box = (tick: string, label: string, value: string): ReactNode => (
    <li key={tick}>
      <label className="flex min-h-6 cursor-pointer items-center gap-2 rounded-sm px-1 hover:bg-raised">
        <input
          type="checkbox"
          checked={draft.evidence.includes(tick)}
          onChange={(event) => onChange(withEvidence(draft, tick, event.target.checked))}
          className="shrink-0 accent-accent"
        />
        <span className="w-28 shrink-0 text-fg-muted">{label}</span>
        <span className="min-w-0 truncate text-fg">
          <Untrusted text={value} max={120} expand="none" />
        </span>
      </label>
    </li>
  );
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium text-fg">
        Evidence{required.evidence && <RequiredMark />}{' '}
        <span className="font-normal text-fg-muted">what the verdict rests on</span>
      </legend>
      <ul className="flex flex-col gap-0.5">
        {evidenceChoices(alert).map(({ tick, label, value }) => box(tick, label, value))}
        {[...others.values()]
          .slice(0, RELATED_SHOWN)
          .map(({ id, title }) => box(`alert:${id}`, 'Related alert', title))}
      </ul>
      {mayRead && (
        <div className="mt-1">
          <Suspense fallback={<Skeleton className="h-8 w-full" />}>
            <EvidenceTicks
              chosen={recordsOf(draft)}
              onToggle={(id, isOn) => onChange(withEvidence(draft, RECORD + id, isOn))}
            />
          </Suspense>
        </div>
      )}
      <Problem text={errors.evidence} />
    </fieldset>
  );
}

export function RequiredMark() {
  return (
    <span aria-hidden className="ml-0.5 text-bad">
      *
    </span>
  );
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="text-xs text-bad">
      {text}
    </p>
  );
}
