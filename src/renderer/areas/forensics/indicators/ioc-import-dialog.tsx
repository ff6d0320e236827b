import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import {
  type IndicatorImportPreview,
  importPreviewSchema,
  indicatorWorkContract,
  MAPPED_FIELDS,
  type MappedField,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { typeLabel } from '../../../../shared/areas/forensics/indicators/life.ts';
import { assertOk, endpointPath } from '../../../../shared/contract/client.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { importQuery, useIndicatorCall } from './indicators.queries.ts';
import { IocValue } from './ioc-parts.tsx';

const FORMATS = { list: 'A list', csv: 'A CSV', stix: 'A STIX 2.1 bundle' } as const;
const FIELD_LABELS: Readonly<Record<MappedField, string>> = {
  value: 'Value',
  type: 'Type',
  severity: 'Severity',
  confidence: 'Confidence',
  tlp: 'TLP',
  source: 'Source',
  description: 'Description',
  tags: 'Tags',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  expiresAt: 'Expires',
};

/** A file of indicators: chosen, looked at, taken over, and its receipt. */
export function IocImportDialog({ onClose }: { onClose: () => void }) {
  const host = useHost();
  const [importId, setImportId] = useState<string | null>(null);
  const [mapping, setMapping] = useState<Readonly<Record<string, number>>>({});
  const [isAging, setAging] = useState(false);
  const read = useMutation({
    mutationFn: async (file: HostFile) => {
      const path = endpointPath(indicatorWorkContract.previewImport, {
        query: { name: file.name },
      });
      const answer = await host.sendFile(file, { method: 'POST', path });
      return importPreviewSchema.parse(JSON.parse(assertOk(answer).body));
    },
    onSuccess: (preview) => setMapping(preview.mapping),
  });
  const begin = useIndicatorCall(
    (client, token: string) =>
      client.call(indicatorWorkContract.import, {
        body: { token, mapping, defaults: { isAging } },
      }),
    null,
  );
  const take = ([file]: readonly HostFile[]) => file && read.mutate(file);
  const preview = read.data ?? null;
  const isReady =
    preview !== null &&
    preview.total > 0 &&
    (preview.format !== 'csv' || (mapping.value ?? -1) >= 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={importId === null ? 'Import indicators' : 'Import receipt'}
      description="A value that is there already is brought up to date, never doubled."
      size="xl"
      footer={
        importId === null ? (
          <Buttons
            isReady={isReady}
            isPending={begin.isPending}
            onImport={() =>
              preview && begin.mutate(preview.token, { onSuccess: ({ id }) => setImportId(id) })
            }
          />
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {importId !== null ? (
        <Receipt id={importId} />
      ) : (
        <div className="flex flex-col gap-4">
          <FileDrop
            title="Drop to import"
            text="List, CSV or STIX 2.1 bundle"
            isAllowed
            onFiles={(files) => void host.takeDropped(files).then(take)}
          />
          {read.isPending && <Progress label="Reading the file" value={null} />}
          {read.isError && (
            <ErrorState
              title="This file cannot be imported"
              error={read.error}
              onRetry={() => read.reset()}
            />
          )}
          {preview && <Preview preview={preview} mapping={mapping} onMapping={setMapping} />}
          {preview && (
            <Switch
              label="Let them age"
              note="Each ends after two half-lives of its type, where the file names no end"
              isOn={isAging}
              onChange={setAging}
            />
          )}
          {read.isIdle && (
            <EmptyState
              icon={<FileUp />}
              title="Choose a File"
              text="One indicator a line, defanged or not; a CSV; or a STIX 2.1 bundle. Up to 64 MB."
              action={
                <Button variant="primary" onClick={() => void host.pickFiles().then(take)}>
                  Choose a file
                </Button>
              }
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Buttons({
  isReady,
  isPending,
  onImport,
}: {
  isReady: boolean;
  isPending: boolean;
  onImport: () => void;
}) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button variant="primary" disabled={!isReady || isPending} onClick={onImport}>
        {isPending ? 'Importing...' : 'Import'}
      </Button>
    </>
  );
}

interface PreviewProps {
  preview: IndicatorImportPreview;
  mapping: Readonly<Record<string, number>>;
  onMapping: (mapping: Readonly<Record<string, number>>) => void;
}

function Preview({ preview, mapping, onMapping }: PreviewProps) {
  const { format, total, columns, sample, read, problems } = preview;
  const options = [
    { value: '-1', label: 'None' },
    ...columns.map((column, at) => ({
      value: String(at),
      label: column === '' ? `Column ${at + 1}` : column,
    })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-fg">
        {FORMATS[format]} of {total === 1 ? '1 indicator' : `${total.toLocaleString()} indicators`}
      </p>
      {format === 'csv' && (
        <fieldset className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
          <legend className="pb-2 font-semibold text-fg">Columns</legend>
          {MAPPED_FIELDS.map((field) => (
            <Field key={field} label={FIELD_LABELS[field]} isRequired={field === 'value'}>
              {(control) => (
                <Select
                  {...control}
                  value={String(mapping[field] ?? -1)}
                  options={options}
                  onValueChange={(at) => onMapping({ ...mapping, [field]: Number(at) })}
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
      <section aria-label="The first rows" className="flex flex-col gap-1">
        <h3 className="font-semibold text-fg">The first rows</h3>
        <ul className="flex flex-col gap-1">
          {format === 'csv'
            ? sample.map((cells, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
                <li key={at} className="truncate font-mono text-xs text-fg-muted">
                  <Untrusted text={cells.join(' | ')} max={200} expand="none" />
                </li>
              ))
            : read.map(({ type, value }) => (
                <li key={`${type} ${value}`} className="flex min-w-0 items-center gap-2">
                  <span className="w-24 shrink-0 text-fg-muted">{typeLabel(type)}</span>
                  <IocValue type={type} value={value} />
                </li>
              ))}
        </ul>
      </section>
      <ProblemList problems={problems} />
    </div>
  );
}

function ProblemList({ problems }: Pick<IndicatorImportPreview, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Not understood" className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg">Not understood</h3>
      <ul className="flex flex-col gap-0.5 text-xs text-fg-muted">
        {problems.map(({ what, n, first }) => (
          <li key={what} className="[overflow-wrap:anywhere]">
            {n.toLocaleString()} × <Untrusted text={what} max={120} expand="none" />, first at{' '}
            <Untrusted text={first} max={100} expand="none" />
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATES = {
  RUNNING: 'Importing',
  DONE: 'Done',
  CANCELLED: 'Cancelled',
  FAILED: 'Failed',
} as const;

function Receipt({ id }: { id: string }) {
  const query = useQuery(importQuery(useClient(), id));
  if (!query.data) return <Progress label="Reading the receipt" value={null} />;
  const { state, message, total, added, updated, unchanged, skipped, problems } = query.data;
  const done = added + updated + unchanged + skipped;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-fg">
        {STATES[state]}: {added.toLocaleString()} added, {updated.toLocaleString()} changed,{' '}
        {unchanged.toLocaleString()} as they were, {skipped.toLocaleString()} skipped
        <span className="text-fg-muted"> of {total.toLocaleString()}</span>
      </p>
      {state === 'RUNNING' && (
        <Progress label="Importing" value={total === 0 ? null : done / total} />
      )}
      {message !== null && <p className="text-warn">{message}</p>}
      <ProblemList problems={problems} />
    </div>
  );
}
