import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import {
  type IncidentSettings,
  incidentsContract,
  type LinkPreview,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { INCIDENT_REASON_MAX } from '../../../shared/areas/incidents/incidents.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { incidentSettingsQuery, linkPreviewQuery, useIncidentCall } from './incidents.queries.ts';

/** How strong a link must be, with what would change before it is saved. */
export function StrictnessDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(incidentSettingsQuery(useClient()));
  if (data) return <StrictnessForm settings={data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Strictness of linking">
      {error ? (
        <ErrorState
          title="The setting could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

const SETTLE_MS = 250;

/** A value that has stood still for a moment. */
function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function StrictnessForm({
  settings,
  onClose,
}: {
  settings: IncidentSettings;
  onClose: () => void;
}) {
  const formId = useId();
  const mayWrite = useMay('alerts.write');
  // The setting as it was when the dialog opened: what others set meanwhile must not slip in unseen.
  const [start] = useState(settings);
  const [strictness, setStrictness] = useState(start.strictness);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const preview = useQuery(linkPreviewQuery(useClient(), useSettled(strictness)));
  const isChanged = strictness !== start.strictness;
  const { mutate, isPending } = useIncidentCall(
    (client, why: string) =>
      client.call(incidentsContract.setIncidentSettings, {
        body: { strictness, reason: why, baseRevision: start.revision },
      }),
    'The strictness is saved, and everything is linked anew',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason.trim()) return setError('Reason is required');
    mutate(reason.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Strictness of linking"
      description="How strong a link between two groups must be to put them into one incident."
      size="lg"
      isDirty={isChanged}
      footer={
        mayWrite && (
          <DialogButtons form={formId} label="Save" isPending={isPending} isDisabled={!isChanged} />
        )
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={`Strictness: ${strictness}`}
          hint="0 links whatever shares anything, 100 only what shares several rare entities at once."
        >
          {(control) => (
            <input
              {...control}
              type="range"
              min={0}
              max={100}
              step={5}
              value={strictness}
              className="h-8 w-full accent-accent"
              onChange={(event) => setStrictness(Number(event.target.value))}
            />
          )}
        </Field>
        {preview.isError ? (
          <ErrorState
            title="The preview could not be made"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : preview.data ? (
          <Preview
            preview={preview.data}
            isOld={preview.isFetching || preview.data.strictness !== strictness}
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
        {mayWrite && isChanged && (
          <Field label="Reason" isRequired error={error}>
            {(control) => (
              <Textarea
                {...control}
                value={reason}
                maxLength={INCIDENT_REASON_MAX}
                onChange={(event) => {
                  setReason(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

const FIGURES = [
  { id: 'incidents', label: 'Incidents' },
  { id: 'linked', label: 'Of several groups' },
  { id: 'largest', label: 'Groups in the largest' },
] as const;

function Preview({ preview, isOld }: { preview: LinkPreview; isOld: boolean }) {
  return (
    <section aria-label="Preview" aria-busy={isOld} className="flex flex-col gap-3">
      <p role="status" className="text-fg-muted">
        {isOld
          ? 'The preview is being made...'
          : `Of ${preview.groups.toLocaleString()} groups, at strictness ${preview.strictness}:`}
      </p>
      <table className="w-full max-w-md text-left tabular-nums">
        <thead>
          <tr className="text-xs text-fg-muted">
            <th scope="col" className="py-1 font-medium">
              <span className="sr-only">Figure</span>
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Now
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ id, label }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="py-1 font-normal text-fg">
                {label}
              </th>
              <td className="py-1 text-right">{preview.now[id].toLocaleString()}</td>
              <td className="py-1 text-right font-medium">{preview.after[id].toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.largest && (
        <p className="text-fg-muted">
          The largest: <Untrusted text={preview.largest.name} max={160} expand="none" />
        </p>
      )}
      <Joining joining={preview.joining} />
      <Separating separating={preview.separating} />
    </section>
  );
}

function Joining({ joining }: Pick<LinkPreview, 'joining'>) {
  if (joining.n === 0) return <p className="text-fg-muted">No incidents would join.</p>;
  return (
    <div>
      <h3 className="text-sm font-semibold text-fg">
        {joining.n === 1 ? 'One incident' : `${joining.n.toLocaleString()} incidents`} would be made
        of several
      </h3>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-fg-muted">
        {joining.examples.map(({ id, parts, of }) => (
          <li key={id}>
            {of.toLocaleString()} together:{' '}
            <Untrusted text={parts.join(' + ')} max={240} expand="none" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Separating({ separating }: Pick<LinkPreview, 'separating'>) {
  if (separating.n === 0) return <p className="text-fg-muted">No incident would come apart.</p>;
  return (
    <div>
      <h3 className="text-sm font-semibold text-fg">
        {separating.n === 1 ? 'One incident' : `${separating.n.toLocaleString()} incidents`} would
        come apart
      </h3>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-fg-muted">
        {separating.examples.map(({ id, name, into }) => (
          <li key={id}>
            <Untrusted text={name} max={160} expand="none" /> into {into.toLocaleString()}
          </li>
        ))}
      </ul>
    </div>
  );
}
