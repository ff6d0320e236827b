/** The clocks of an investigation's sources, and how far each was off. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import {
  ALIGNMENT_CONFIDENCE_LABELS,
  ALIGNMENT_CONFIDENCES,
  ALIGNMENT_METHOD_LABELS,
  ALIGNMENT_METHODS,
  type AlignmentConfidence,
  type AlignmentMethod,
  offsetBetween,
  offsetText,
  parseOffset,
} from '../../../../shared/areas/forensics/timeline/alignment.ts';
import {
  alignmentsContract,
  type ClockSource,
} from '../../../../shared/areas/forensics/timeline/alignments.contract.ts';
import { parseMoment } from '../../../../shared/areas/forensics/timeline/moment.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import type { DataColumn } from '../../../ui/use-data-table.ts';
import { useInvestigationCall } from '../forensics.queries.ts';
import { clocksQuery } from './timeline.queries.ts';

const offsetOf = ({ alignment }: ClockSource): string =>
  alignment ? offsetText({ ms: alignment.offsetMs, nanos: alignment.offsetNanos }) : '0';

const COLUMNS: readonly DataColumn<ClockSource>[] = [
  {
    ...{ id: 'name', header: 'Source', share: 3, minWidth: 180, isFixed: true },
    value: ({ name }) => name,
  },
  {
    ...{ id: 'events', header: 'Events', share: 0.8, minWidth: 80, align: 'end' },
    value: ({ events }) => events,
    cell: ({ events }) => (events === null ? 'Not here' : events.toLocaleString()),
  },
  {
    ...{ id: 'first', header: 'First recorded', share: 1.8, minWidth: 190 },
    value: ({ firstAt }) => firstAt,
    cell: ({ firstAt }) => (firstAt === null ? null : <DateTime value={firstAt} mode="local" />),
  },
  {
    ...{ id: 'offset', header: 'Offset', share: 1.4, minWidth: 110 },
    value: offsetOf,
  },
  {
    ...{ id: 'method', header: 'Method', share: 1.4, minWidth: 130 },
    value: ({ alignment }) => ALIGNMENT_METHOD_LABELS[alignment?.method ?? 'none'],
  },
  {
    ...{ id: 'confidence', header: 'Confidence', share: 1, minWidth: 120 },
    value: ({ alignment }) =>
      alignment && alignment.method !== 'none'
        ? ALIGNMENT_CONFIDENCE_LABELS[alignment.confidence]
        : null,
    cell: ({ alignment }) =>
      alignment && alignment.method !== 'none' ? (
        <Badge tone={alignment.confidence === 'high' ? 'ok' : 'neutral'}>
          {ALIGNMENT_CONFIDENCE_LABELS[alignment.confidence]}
        </Badge>
      ) : null,
  },
  {
    ...{ id: 'by', header: 'Set by', share: 1.2, minWidth: 110 },
    value: ({ alignment }) => alignment?.setBy?.name ?? null,
  },
];

export function ClocksPanel({
  investigationId,
  isClosed,
}: {
  investigationId: string;
  isClosed: boolean;
}) {
  const found = useQuery(clocksQuery(useClient(), investigationId));
  const mayAlign = useMay('forensics.write') && !isClosed;
  const [aligned, setAligned] = useState<ClockSource | null>(null);
  const columns = useMemo(
    () =>
      mayAlign
        ? [
            ...COLUMNS,
            {
              ...{ id: 'align', header: 'Align', share: 0.8, minWidth: 84, isUnsortable: true },
              value: () => null,
              cell: (source: ClockSource) => (
                <Button
                  size="sm"
                  label={`Align the clock of ${source.name}`}
                  onClick={() => setAligned(source)}
                >
                  Align
                </Button>
              ),
            },
          ]
        : COLUMNS,
    [mayAlign],
  );
  return (
    <Card
      title="Clocks of the sources"
      note="Aligned = recorded + offset. The recorded time is never changed and stands beside it everywhere."
    >
      <Loaded query={found} failed="The clocks could not be loaded">
        {(rows) => (
          <DataTable
            label="Clocks of the sources"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ name }) => name}
            storageKey="forensics-clocks"
            {...(mayAlign ? { onOpen: setAligned } : {})}
            empty={
              <EmptyState
                title="No sources yet"
                text="Evidence files that were read into this investigation are its sources."
              />
            }
          />
        )}
      </Loaded>
      {aligned && (
        <AlignDialog
          key={aligned.id}
          source={aligned}
          investigationId={investigationId}
          onClose={() => setAligned(null)}
        />
      )}
    </Card>
  );
}

const METHODS = ALIGNMENT_METHODS.map((value) => ({
  value,
  label: ALIGNMENT_METHOD_LABELS[value],
}));
const CONFIDENCES = ALIGNMENT_CONFIDENCES.map((value) => ({
  value,
  label: ALIGNMENT_CONFIDENCE_LABELS[value],
}));

interface Form {
  readonly method: AlignmentMethod;
  readonly confidence: AlignmentConfidence;
  readonly offset: string;
  readonly recorded: string;
  readonly actual: string;
  readonly note: string;
}

const formOf = (source: ClockSource): Form => ({
  method: source.alignment?.method ?? 'none',
  confidence: source.alignment?.confidence ?? 'low',
  offset: offsetOf(source),
  ...{ recorded: '', actual: '', note: source.alignment?.note ?? '' },
});

/** The offset that the form says, or what is wrong with it. */
function readOffset({ method, offset, recorded, actual }: Form) {
  if (method === 'none') return { ms: 0, nanos: 0 };
  if (method === 'known-event' && (recorded.trim() !== '' || actual.trim() !== '')) {
    const [from, to] = [parseMoment(recorded), parseMoment(actual)];
    return from && to ? offsetBetween(from, to) : null;
  }
  return parseOffset(offset);
}

function AlignDialog({
  source,
  investigationId,
  onClose,
}: {
  source: ClockSource;
  investigationId: string;
  onClose: () => void;
}) {
  const formId = useId();
  const [before] = useState(() => formOf(source));
  const [form, setForm] = useState(before);
  const [isTold, setTold] = useState(false);
  const offset = readOffset(form);
  const put = (change: Partial<Form>) => setForm({ ...form, ...change });
  const save = useInvestigationCall(
    (client, sum: { ms: number; nanos: number }) =>
      client.call(alignmentsContract.set, {
        params: { id: investigationId, source: source.id },
        body: {
          ...{ offsetMs: sum.ms, offsetNanos: sum.nanos, method: form.method },
          ...{ confidence: form.confidence, note: form.note.trim() },
        },
      }),
    'Clock aligned',
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (offset) save.mutate(offset, { onSuccess: onClose });
  };
  const wrong = isTold && offset === null ? 'Not an offset or a time that can be read' : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Align the clock"
      description={<Untrusted text={source.name} max={120} expand="none" />}
      isDirty={JSON.stringify(form) !== JSON.stringify(before)}
      footer={<DialogButtons form={formId} label="Align" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Method" hint="‘Not aligned’ sets the clock back to what was recorded">
          {(control) => (
            <Select
              {...control}
              value={form.method}
              options={METHODS}
              onValueChange={(method) => put({ method })}
            />
          )}
        </Field>
        {form.method === 'known-event' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <MomentField
              label="Recorded time of the event"
              value={form.recorded}
              onChange={(recorded) => put({ recorded })}
            />
            <MomentField
              label="Its actual time"
              value={form.actual}
              onChange={(actual) => put({ actual })}
            />
          </div>
        )}
        {form.method !== 'none' && (
          <>
            <Field
              label="Offset"
              hint="Added to the recorded time: −350 ms, +1 d 2 h, 12 µs, −01:30:00"
              error={wrong}
            >
              {(control) => (
                <Input
                  {...control}
                  value={form.method === 'known-event' && offset ? offsetText(offset) : form.offset}
                  maxLength={80}
                  onChange={(event) =>
                    put({ offset: event.target.value, recorded: '', actual: '' })
                  }
                />
              )}
            </Field>
            <Field label="Confidence">
              {(control) => (
                <Select
                  {...control}
                  value={form.confidence}
                  options={CONFIDENCES}
                  onValueChange={(confidence) => put({ confidence })}
                />
              )}
            </Field>
          </>
        )}
        <Field label="Note" hint="What it rests on">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1_000}
              value={form.note}
              onChange={(event) => put({ note: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function MomentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint="2026-11-20 12:00:00.123456 UTC">
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={50}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
