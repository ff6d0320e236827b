import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  IMPORT_FORMAT_LABELS,
  type Import,
  type ImportState,
  importsContract,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { endpointPath } from '../../../../shared/contract/client.ts';
import { useHost } from '../../../host/host-context.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { describeError } from '../../../ui/error-text.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';

const STATES: Record<ImportState, { readonly label: string; readonly tone: BadgeTone }> = {
  RUNNING: { label: 'Running', tone: 'accent' },
  DONE: { label: 'Done', tone: 'ok' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'warn' },
  INTERRUPTED: { label: 'Interrupted', tone: 'warn' },
};

export function ImportStateBadge({ state }: { state: ImportState }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}

/** What became of every record of a file. */
export function ImportReceipt({ receipt }: { receipt: Import }) {
  const figures = [
    { name: 'Read', value: receipt.read, note: 'records in the file' },
    { name: 'Added', value: receipt.added, note: 'new alerts' },
    { name: 'Merged', value: receipt.merged, note: 'were here already' },
    { name: 'Skipped', value: receipt.skipped, note: 'valid, but not alerts' },
    { name: 'Rejected', value: receipt.rejected, note: 'could not be read' },
  ];
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-2 text-fg-muted">
        <ImportStateBadge state={receipt.state} />
        {receipt.format && IMPORT_FORMAT_LABELS[receipt.format]}
      </p>
      {receipt.error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          <Untrusted text={receipt.error} newlines="keep" />
        </p>
      )}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-5">
        {figures.map(({ name, value, note }) => (
          <div key={name} className="bg-surface px-3 py-2">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="text-lg font-semibold text-fg tabular-nums">{value.toLocaleString()}</dd>
            <dd className="text-xs text-fg-muted">{note}</dd>
          </div>
        ))}
      </dl>
      <Notes notes={receipt.notes} />
      <Rejected receipt={receipt} />
      <UnknownFields fields={receipt.unknownFields} />
    </div>
  );
}

function Part({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-fg">{title}</h3>
      {note && <p className="text-fg-muted">{note}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Part title="To know">
      <ul className="list-disc pl-5 text-fg">
        {notes.map((note) => (
          <li key={note}>
            <Untrusted text={note} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Rejected({ receipt }: { receipt: Import }) {
  const host = useHost();
  const { toast } = useToast();
  if (receipt.rejected === 0) return null;
  const save = async () => {
    const path = endpointPath(importsContract.rejected, { params: { id: receipt.id } });
    try {
      await host.saveAs(path, 'rejected.csv');
    } catch (error) {
      toast({ title: 'Error', description: describeError(error).why, variant: 'destructive' });
    }
  };
  const shown = receipt.rejectedSample.length;
  const isPart = shown < receipt.rejected;
  return (
    <Part
      title="Rejected records"
      note={isPart && `The first ${shown.toLocaleString()}; the file has all of them.`}
    >
      <ScrollRegion label="Rejected" className="max-h-64 rounded-md border border-line">
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-sunken text-left text-xs text-fg-muted">
            <tr>
              {['Line', 'Reason', 'Beginning of the record'].map((name) => (
                <th key={name} scope="col" className="px-2 py-1.5 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {receipt.rejectedSample.map((record) => (
              <tr key={`${record.line} ${record.reason}`}>
                <td className="px-2 py-1.5 align-baseline text-fg-muted tabular-nums">
                  {record.line.toLocaleString()}
                </td>
                <td className="px-2 py-1.5 align-baseline text-fg">
                  <Untrusted text={record.reason} max={200} />
                </td>
                <td className="px-2 py-1.5 align-baseline font-mono text-xs text-fg-muted">
                  <Untrusted text={record.excerpt} max={200} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Button className="mt-2" icon={<Download aria-hidden />} onClick={save}>
        Download rejected records
      </Button>
    </Part>
  );
}

function UnknownFields({ fields }: { fields: Import['unknownFields'] }) {
  if (fields.length === 0) return null;
  return (
    <Part
      title="Fields not understood"
      note="They are kept in the raw records; nothing of them is lost."
    >
      <ul className="flex flex-wrap gap-1.5">
        {fields.map(({ field, count }) => (
          <li
            key={field}
            className="rounded-sm bg-raised px-1.5 py-0.5 font-mono text-xs text-fg-muted"
          >
            <Untrusted text={field} max={80} expand="none" /> ×{count.toLocaleString()}
          </li>
        ))}
      </ul>
    </Part>
  );
}
