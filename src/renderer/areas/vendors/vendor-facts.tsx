import type { ReactNode } from 'react';
import type { Vendor } from '../../../shared/areas/vendors/vendors.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { DayWithState } from './vendor-badges.tsx';
import { Part } from './vendor-part.tsx';

const text = (value: string | null): ReactNode =>
  value === null ? <NoFigure /> : <Untrusted text={value} max={400} newlines="keep" />;

function Chips({ values, isCode = false }: { values: readonly string[]; isCode?: boolean }) {
  if (values.length === 0) return <NoFigure />;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <li key={value} className="max-w-full">
          <Badge
            className={
              isCode
                ? 'h-auto max-w-full font-mono whitespace-normal'
                : 'h-auto max-w-full whitespace-normal'
            }
          >
            <Untrusted text={value} max={120} expand="none" />
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** What is known of a vendor, whom to call, and what alerts are matched by. */
export function VendorFacts({ vendor }: { vendor: Vendor }) {
  const facts: Readonly<Record<string, ReactNode>> = {
    Description: text(vendor.description),
    'Risk score': <span className="tabular-nums">{vendor.riskScore ?? <NoFigure />}</span>,
    'Last assessment': <DayWithState day={vendor.lastAssessment} state="none" />,
    'Next review': <DayWithState day={vendor.nextAssessment} state={vendor.review} />,
    'Contract expiry': <DayWithState day={vendor.contractExpiry} state={vendor.contract} />,
    Certifications: <Chips values={vendor.complianceCertifications} />,
    Added: <DateTime value={vendor.createdAt} mode="local" />,
  };
  return (
    <>
      <Part title="Facts">
        <FactList facts={facts} />
      </Part>
      <Part title="Contacts">
        <FactList
          facts={{
            'Primary contact': text(vendor.primaryContact),
            'Security contact': text(vendor.securityContact),
          }}
        />
      </Part>
      <Part title="Matched with alerts">
        <FactList
          facts={{
            Domains: <Chips values={vendor.domains} isCode />,
            Addresses: <Chips values={vendor.addresses} isCode />,
            Software: <Chips values={vendor.software} />,
          }}
        />
      </Part>
    </>
  );
}

function FactList({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-muted">{name}</dt>
          <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
