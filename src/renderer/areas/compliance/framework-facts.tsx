import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FrameworkDetail } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { TEXT_POLICY_LABELS } from '../../../shared/areas/compliance/frameworks.rules.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { countsText } from './framework-figures.tsx';

/** Where a framework comes from, and what may be done with it. */
export function FrameworkFacts({ framework }: { framework: FrameworkDetail }) {
  const { description, publisher, source, licence, textPolicy, baseline } = framework;
  const { packId, packChecksum, unverified, controlCount, createdAt } = framework;
  const text = (value: string | null) =>
    value === null ? <NoFigure /> : <Untrusted text={value} newlines="keep" />;
  return (
    <>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2">
        <Fact label="Description">{text(description)}</Fact>
        <Fact label="Controls">
          {controlCount === 0
            ? 'None yet'
            : `${controlCount.toLocaleString()}: ${countsText(framework)}`}
        </Fact>
        <Fact label="Baseline">
          {packId === null ? <NoFigure /> : (baseline ?? 'Every requirement')}
        </Fact>
        <Fact label="Publisher">{text(publisher)}</Fact>
        <Fact label="Source">{text(source)}</Fact>
        <Fact label="Licence">{text(licence)}</Fact>
        <Fact label="Text">
          {textPolicy === null ? <NoFigure /> : TEXT_POLICY_LABELS[textPolicy]}
        </Fact>
        <Fact label="Pack">{text(packId)}</Fact>
        {packChecksum !== null && (
          <Fact label="Checksum">
            <code className="font-mono text-xs break-all select-all">{packChecksum}</code>
          </Fact>
        )}
        <Fact label="Added">
          <DateTime value={createdAt} />
        </Fact>
      </dl>
      {unverified !== null && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-fg-muted">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="font-medium text-fg">Not held against the publisher's document: </span>
            {unverified}
          </span>
        </p>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{label}</dt>
      <dd className="min-w-0 break-words text-fg">{children}</dd>
    </>
  );
}
