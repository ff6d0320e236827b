import { useMemo } from 'react';
import { SEVERITY_COLOURS } from '../../../../shared/areas/alerts/alerts.rules.ts';
import {
  IMPORT_FORMAT_LABELS,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportPreview,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { SEVERITY_LABELS } from '../../../../shared/kernel/severity.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { needsMapping } from './import.mapping.ts';
import { ImportMappingStep } from './import-mapping.tsx';
import type { ImportForm } from './use-import-form.ts';

const DETECTED = 'detected';
const ASSUMED_UTC = 'assumed-utc';
const NAMES = { title: 160, entity: 60 } as const;

/** What the file is, how it is read, and what its first records become. */
export function ImportPreviewStep({ form }: { form: ImportForm }) {
  const { preview, error } = form;
  if (error) {
    return <ErrorState title="The file could not be read" error={error} onRetry={form.retry} />;
  }
  if (!preview) {
    return (
      <div aria-busy className="flex flex-col gap-3">
        <p role="status" className="text-fg-muted">
          Reading the beginning of the file...
        </p>
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <FormatAndZone form={form} preview={preview} />
      <PreviewRows preview={preview} isStale={form.isStale} />
      {needsMapping(preview.format) && <ImportMappingStep form={form} preview={preview} />}
    </div>
  );
}

function FormatAndZone({ form, preview }: { form: ImportForm; preview: ImportPreview }) {
  const { choice, change } = form;
  const detected =
    preview.format === null ? 'Not recognised' : IMPORT_FORMAT_LABELS[preview.format];
  const options = [
    { value: DETECTED, label: choice.format === null ? `Detected: ${detected}` : 'Detect again' },
    ...IMPORT_FORMATS.map((value) => ({ value, label: IMPORT_FORMAT_LABELS[value] })),
  ];
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="Format"
        hint={
          <span className="block first-letter:uppercase">
            <Untrusted text={preview.reason} max={300} />
            {preview.compressed && '; the file is compressed (gzip)'}
          </span>
        }
      >
        {(control) => (
          <Select
            {...control}
            value={choice.format ?? DETECTED}
            options={options}
            onValueChange={(value) =>
              change({ format: value === DETECTED ? null : (value as ImportFormat), draft: null })
            }
          />
        )}
      </Field>
      {preview.timesWithoutZone && (
        <Field
          label="Time zone of times without one"
          hint={
            choice.timeZone === null
              ? 'Some times in this file name no zone. They are read as UTC, and each alert says so.'
              : `Times that name no zone are read as ${choice.timeZone}, and each alert says so.`
          }
        >
          {(control) => (
            <ZoneSelect
              control={control}
              value={choice.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

interface ZoneSelectProps {
  control: object;
  value: string | null;
  onChange: (zone: string | null) => void;
}

/** UTC unless chosen otherwise; this computer's zone is offered first, never taken by itself. */
function ZoneSelect({ control, value, onChange }: ZoneSelectProps) {
  const options = useMemo(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const all = Intl.supportedValuesOf('timeZone').filter(
      (zone) => zone !== here && zone !== 'UTC',
    );
    return [
      { value: ASSUMED_UTC, label: 'UTC (assumed)' },
      ...(here === 'UTC' ? [] : [{ value: here, label: `${here} (this computer)` }]),
      { value: 'UTC', label: 'UTC (known)' },
      ...all.map((zone) => ({ value: zone, label: zone })),
    ];
  }, []);
  return (
    <Select
      {...control}
      value={value ?? ASSUMED_UTC}
      options={options}
      onValueChange={(zone) => onChange(zone === ASSUMED_UTC ? null : zone)}
    />
  );
}

const HEAD = 'px-2 py-1.5 text-left font-medium whitespace-nowrap';
const CELL = 'px-2 py-1.5 align-top';

function PreviewRows({ preview, isStale }: { preview: ImportPreview; isStale: boolean }) {
  if (preview.rows.length === 0) {
    return <p className="text-fg-muted">No record was found in the beginning of the file.</p>;
  }
  return (
    <section aria-labelledby="import-rows">
      <h3 id="import-rows" className="mb-2 text-sm font-semibold text-fg">
        First records, as they would become alerts
      </h3>
      <ScrollRegion
        label="First records"
        className={cx(
          'rounded-md border border-line',
          // The mapping below changes these rows: both must be in view.
          needsMapping(preview.format) && 'max-h-52',
          isStale && 'opacity-60',
        )}
      >
        <table className="w-full text-sm">
          <thead className="sticky top-0 border-b border-line bg-sunken text-xs text-fg-muted">
            <tr>
              {['Line', 'Severity', 'Time', 'Title', 'Source', 'Host', 'User', 'IP'].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {preview.rows.map((row) => (
              <PreviewRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function PreviewRow({ row }: { row: ImportPreview['rows'][number] }) {
  const { line, alert, problem } = row;
  const number = <td className={cx(CELL, 'text-fg-muted tabular-nums')}>{line}</td>;
  if (!alert) {
    return (
      <tr>
        {number}
        <td colSpan={7} className={cx(CELL, 'text-warn')}>
          <Untrusted text={problem ?? 'Not an alert'} max={300} />
        </td>
      </tr>
    );
  }
  return (
    <tr>
      {number}
      <td className={CELL}>
        <Badge tone={SEVERITY_COLOURS[alert.severity]}>{SEVERITY_LABELS[alert.severity]}</Badge>
      </td>
      <td className={cx(CELL, 'whitespace-nowrap tabular-nums')}>
        <DateTime value={alert.createdAt} mode="local" />
      </td>
      <td className={cx(CELL, 'min-w-60 text-fg')}>
        <Untrusted text={alert.title} max={NAMES.title} />
        {problem && (
          <span className="block text-xs text-warn">
            <Untrusted text={problem} max={300} />
          </span>
        )}
      </td>
      {[
        { name: 'source', value: alert.source },
        { name: 'host', value: alert.sourceHost },
        { name: 'user', value: alert.sourceUser },
        { name: 'ip', value: alert.sourceIp },
      ].map(({ name, value }) => (
        <td key={name} className={cx(CELL, 'text-fg-muted')}>
          <Untrusted text={value} max={NAMES.entity} />
        </td>
      ))}
    </tr>
  );
}
