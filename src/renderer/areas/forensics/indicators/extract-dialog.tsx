import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ExtractedIndicator,
  type Extraction,
  extractionSchema,
  indicatorsContract,
} from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { INDICATOR_LIMITS, typeLabel } from '../../../../shared/areas/forensics/indicators/life.ts';
import { assertOk, endpointPath } from '../../../../shared/contract/client.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog, useDialogClose } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { DataColumn } from '../../../ui/use-data-table.ts';
import { extractionQuery, useIndicatorCall } from './indicators.queries.ts';
import { IocValue } from './ioc-parts.tsx';

const COLUMNS: readonly DataColumn<ExtractedIndicator>[] = [
  { id: 'type', header: 'Type', share: 0.8, minWidth: 84, value: ({ type }) => typeLabel(type) },
  {
    ...{ id: 'value', header: 'Value', share: 3, minWidth: 180, isFixed: true },
    value: ({ value }) => value,
    cell: ({ type, value }) => <IocValue type={type} value={value} />,
  },
  {
    ...{ id: 'place', header: 'Place', share: 1.2, minWidth: 110 },
    value: ({ where, start }) => `${where}, ${start.toLocaleString()}`,
  },
  {
    id: 'times',
    header: 'Times',
    share: 0.5,
    minWidth: 88,
    align: 'end',
    value: ({ times }) => times,
  },
  {
    ...{ id: 'state', header: 'Known', share: 1.6, minWidth: 120 },
    value: ({ knownGood, existing }) =>
      knownGood ? `Good: ${knownGood.list}` : existing ? 'An indicator already' : null,
  },
];

const keyOf = ({ type, value }: ExtractedIndicator) => `${type} ${value}`;

/** What is worth adding: neither known to be good nor there already. */
const newOnes = ({ found }: Extraction): ReadonlySet<string> =>
  new Set(found.filter((one) => !one.knownGood && !one.existing).map(keyOf));

/** What is read at once; without one, a text is pasted or a file dropped. */
export type ExtractOf =
  | { readonly type: 'alert' | 'investigation'; readonly id: string }
  | { readonly type: 'events'; readonly id: string; readonly eventIds: readonly number[] };

interface Source {
  readonly kind: 'text' | 'file' | 'alert' | 'investigation' | 'event';
  readonly name: string;
  readonly id: string | null;
  /** What is added belongs to it. */
  readonly investigationId: string | null;
}
const PASTED: Source = { kind: 'text', name: 'Pasted text', id: null, investigationId: null };

function sourceOf(of: ExtractOf): Source {
  if (of.type === 'alert')
    return { kind: 'alert', name: 'Alert', id: of.id, investigationId: null };
  const name = of.type === 'events' ? 'Events' : 'Investigation';
  const kind = of.type === 'events' ? ('event' as const) : of.type;
  return { kind, name, id: of.id, investigationId: of.id };
}

/** A text is pasted or a file dropped; what is in it is shown, and chosen ones are added. */
export function ExtractDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const [text, setText] = useState('');
  const [source, setSource] = useState<Source>(PASTED);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const find = useIndicatorCall(
    (client, given: string) =>
      client.call(indicatorsContract.extract, { body: { type: 'text', text: given } }),
    null,
  );
  const read = useIndicatorCall(async (_, file: HostFile) => {
    const path = endpointPath(indicatorsContract.extractFile, { query: { name: file.name } });
    const answer = await host.sendFile(file, { method: 'POST', path });
    return extractionSchema.parse(JSON.parse(assertOk(answer).body));
  }, null);
  const [result, setResult] = useState<Extraction | null>(null);
  const show = (answer: Extraction) => {
    setResult(answer);
    setChosen(newOnes(answer));
  };
  const take = ([file]: readonly HostFile[]) => {
    if (!file) return;
    setSource({ ...PASTED, kind: 'file', name: file.name });
    read.mutate(file, { onSuccess: show });
  };
  const findIn = (given: string) => {
    setSource(PASTED);
    find.mutate(given, { onSuccess: show });
  };
  const picked = result?.found.filter((one) => chosen.has(keyOf(one))) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Extract from text"
      description="Nothing of the text is kept but what you add."
      size="xl"
      isDirty={text !== '' && picked.length > 0}
      footer={<Buttons picked={picked} source={source} onAdded={onClose} />}
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          title="Drop to read"
          text="PDF, Word document or text"
          isAllowed
          onFiles={(files) => void host.takeDropped(files).then(take)}
        />
        <Field label="Text" hint="Found as you paste; at most 900,000 characters">
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={text}
              maxLength={900_000}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text');
                if (text === '' && pasted !== '') findIn(pasted.slice(0, 900_000));
              }}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            disabled={text.trim() === '' || find.isPending}
            onClick={() => findIn(text)}
          >
            Find indicators
          </Button>
          <Button onClick={() => void host.pickFiles().then(take)} disabled={read.isPending}>
            {read.isPending ? 'Reading...' : 'Choose a file'}
          </Button>
          <FoundText result={result} />
        </div>
        {result && <Found result={result} chosen={chosen} onChosen={setChosen} />}
      </div>
    </Dialog>
  );
}

const FoundText = ({ result }: { result: Extraction | null }) => (
  <span role="status" className="text-fg-muted">
    {result &&
      `${result.found.length.toLocaleString()} found in ${result.read.toLocaleString()} characters`}
  </span>
);

interface FoundProps {
  result: Extraction;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}

function Found({ result, chosen, onChosen }: FoundProps) {
  return (
    <>
      {result.notes.map((note) => (
        <p key={note} className="text-warn">
          {note}
        </p>
      ))}
      <DataTable
        label="Found indicators"
        columns={COLUMNS}
        rows={result.found}
        rowId={keyOf}
        rowName={({ value }) => value}
        selection={{ ids: chosen, onChange: onChosen }}
        className="max-h-96"
        empty={
          <EmptyState title="No indicators found" text="Nothing in the text has the form of one." />
        }
      />
    </>
  );
}

const WHAT = {
  alert: 'In the alert, its notes and its original record.',
  investigation: 'In the investigation, its alerts and notes.',
  events: 'In all fields of the chosen events.',
} as const;

/** What is in an alert, an investigation or chosen events, to be added. */
export function ExtractOfDialog({ of, onClose }: { of: ExtractOf; onClose: () => void }) {
  const found = useQuery(extractionQuery(useClient(), of));
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const chosen = picked ?? (found.data ? newOnes(found.data) : new Set<string>());
  return (
    <Dialog
      open
      onClose={onClose}
      title="Extract indicators"
      description={WHAT[of.type]}
      size="xl"
      footer={
        <Buttons
          picked={found.data?.found.filter((one) => chosen.has(keyOf(one))) ?? []}
          source={sourceOf(of)}
          onAdded={onClose}
        />
      }
    >
      <Loaded query={found} failed="It could not be read">
        {(result) => (
          <div className="flex flex-col gap-4">
            <FoundText result={result} />
            <Found result={result} chosen={chosen} onChosen={setPicked} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

interface ButtonsProps {
  picked: readonly ExtractedIndicator[];
  source: Source;
  onAdded: () => void;
}

function Buttons({ picked, source, onAdded }: ButtonsProps) {
  const requestClose = useDialogClose();
  const add = useIndicatorCall(
    (client, found: readonly ExtractedIndicator[]) =>
      client.call(indicatorsContract.add, {
        body: {
          indicators: found.map(({ type, value, start, end, excerpt, where }) => ({
            ...{ type, value, source: source.name.slice(0, 200) },
            ...(source.investigationId === null ? {} : { investigationId: source.investigationId }),
            provenance: {
              ...{ kind: source.kind, name: `${source.name}, ${where}`.slice(0, 300) },
              id: source.id,
              ...{ start, end, excerpt },
            },
          })),
        },
      }),
    ({ added, existing }) =>
      `${added.length.toLocaleString()} added${existing.length > 0 ? `, ${existing.length.toLocaleString()} there already` : ''}`,
  );
  const isTooMany = picked.length > INDICATOR_LIMITS.added;
  return (
    <>
      <span className="mr-auto text-fg-muted">
        {isTooMany
          ? `At most ${INDICATOR_LIMITS.added} at once`
          : `${picked.length.toLocaleString()} chosen`}
      </span>
      <Button onClick={requestClose}>Close</Button>
      <Button
        variant="primary"
        disabled={picked.length === 0 || isTooMany || add.isPending}
        onClick={() => add.mutate(picked, { onSuccess: onAdded })}
      >
        {add.isPending ? 'Adding...' : 'Add indicators'}
      </Button>
    </>
  );
}
