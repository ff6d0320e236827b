import type { ReactNode } from 'react';
import type { Run } from '../../../shared/areas/integrations/runs.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { counted, cureOf, RUN_BADGES, RUN_CAUSES } from './integrations.text.ts';

/** A receipt: what was read and what became of it. Read is kept, merged, skipped and rejected together. */
export function RunReceipt({ run }: { run: Run }) {
  const [label, tone] = RUN_BADGES[run.state];
  const hasMore = run.notes.length + run.unknownFields.length + run.rejections.length > 0;
  const figures = [
    ['Read', run.read],
    ['Kept', run.kept],
    ['Merged', run.merged],
    ['Skipped', run.skipped],
    ['Rejected', run.rejected],
  ] as const;
  return (
    <article className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2 text-xs text-fg-muted">
        <Badge tone={tone}>{label}</Badge>
        <DateTime value={run.startedAt} mode="local" />
        <span>{RUN_CAUSES[run.cause]}</span>
        <span>{counted(run.pages, 'page', 'pages')}</span>
        {run.hasMore && <span>The source has more</span>}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
        {figures.map(([name, count]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="font-medium text-fg">{count.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      {run.failure && (
        <p className="mt-2 text-xs text-bad [overflow-wrap:anywhere]">
          <Untrusted text={run.failure.message} max={400} />{' '}
          <span className="text-fg-muted">{cureOf(run.failure.kind)}</span>
        </p>
      )}
      {hasMore && <Remarks run={run} />}
    </article>
  );
}

function Remarks({ run }: { run: Run }) {
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer text-accent-text">Remarks</summary>
      <div className="mt-2 flex flex-col gap-3 text-fg-muted [overflow-wrap:anywhere]">
        {run.notes.length > 0 && (
          <Part title="Notes">
            {run.notes.map((note) => (
              <li key={note}>
                <Untrusted text={note} max={300} expand="none" />
              </li>
            ))}
          </Part>
        )}
        {run.rejections.length > 0 && (
          <Part title="Rejected, the first ones">
            {run.rejections.map(({ reason, excerpt }, at) => (
              // Several may be the same: their place is what they are known by.
              // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes its order
              <li key={at}>
                {reason}: <Untrusted text={excerpt} max={160} className="font-mono" />
              </li>
            ))}
          </Part>
        )}
        {run.unknownFields.length > 0 && (
          <Part title="Fields not understood; they are kept in the record">
            {run.unknownFields.map(({ field, count }) => (
              <li key={field}>
                <Untrusted text={field} max={120} expand="none" className="font-mono" />{' '}
                {count.toLocaleString()}
              </li>
            ))}
          </Part>
        )}
      </div>
    </details>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className="font-medium text-fg">{title}</p>
      <ul className="mt-1 flex flex-col gap-1">{children}</ul>
    </div>
  );
}
