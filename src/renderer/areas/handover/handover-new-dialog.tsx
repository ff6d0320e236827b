import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  HANDOVER_TITLE_MAX,
  type HandoverListed,
  handoverContract,
  type NewHandoverInput,
} from '../../../shared/areas/handover/handover.contract.ts';
import { workspaceSettingsContract } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { useHandoverCall } from './handover.queries.ts';

interface NewHandoverDialogProps {
  /** The newest that was handed over. */
  last: HandoverListed | null;
  onClose: () => void;
  onMade: (id: string) => void;
}

type Span = 'shift' | 'last' | 'time';

/** What a person types into a field of date and time, in the page's zone. */
function typedTime(text: string, isUtc: boolean): string | null {
  const at = Date.parse(isUtc ? `${text}Z` : text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

export function NewHandoverDialog({ last, onClose, onMade }: NewHandoverDialogProps) {
  const formId = useId();
  const client = useClient();
  const settings = useQuery({
    queryKey: ['settings', 'shift'],
    queryFn: async () => (await client.call(workspaceSettingsContract.get, {})).shift,
  });
  const isUtc = useTimeZone() === 'UTC';
  const timeZone = isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [span, setSpan] = useState<Span>('shift');
  const [since, setSince] = useState('');
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string | undefined>();
  const make = useHandoverCall(
    (core, body: NewHandoverInput) => core.call(handoverContract.create, { body }),
    'Handover generated',
  );
  const hours = settings.data?.hours;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = span === 'last' ? (last?.handedAt ?? null) : typedTime(since, isUtc);
    if (span === 'time' && from === null) return setError('Since is required');
    make.mutate(
      {
        timeZone,
        ...(span === 'shift' || from === null ? {} : { since: from }),
        ...(title.trim() ? { title: title.trim() } : {}),
      },
      {
        onSuccess: ({ id }) => {
          onMade(id);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New handover"
      description="Generated from the log up to now; you can write to it before you hand over."
      size="sm"
      isDirty={title.trim() !== '' || since !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Generate"
          pendingLabel="Generating..."
          isPending={make.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Tells of" hint={`Times are of ${timeZone}`}>
          {(control) => (
            <Select
              {...control}
              value={span}
              onValueChange={(next: Span) => setSpan(next)}
              options={[
                {
                  value: 'shift',
                  label: hours === undefined ? 'The last shift' : `The last ${hours} hours`,
                },
                ...(last ? [{ value: 'last' as const, label: 'Since the last handover' }] : []),
                { value: 'time', label: 'Since a time' },
              ]}
            />
          )}
        </Field>
        {span === 'last' && last && (
          <p className="text-xs text-fg-muted">
            Handed over <DateTime value={last.handedAt} mode="local" />
          </p>
        )}
        {span === 'time' && (
          <Field label="Since" isRequired error={error}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={since}
                onChange={(event) => {
                  setSince(event.target.value);
                  setError(undefined);
                }}
              />
            )}
          </Field>
        )}
        <Field label="Title" hint="Without one it is named after its end">
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={HANDOVER_TITLE_MAX}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
