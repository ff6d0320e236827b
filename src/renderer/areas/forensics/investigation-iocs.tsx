import { useState } from 'react';
import type { Ioc } from '../../../shared/areas/forensics/analysis.ts';
import type { InvestigationDetail } from '../../../shared/areas/forensics/investigations.contract.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { EvidenceLinks } from './evidence-links.tsx';
import { indicatorColumns, seenColumn } from './indicator-columns.tsx';
import { ExtractButton } from './indicators/extract-button.tsx';

const COLUMNS: readonly DataColumn<Ioc>[] = [
  ...indicatorColumns<Ioc>(),
  {
    ...{ id: 'n', header: 'Alerts', share: 0.6, minWidth: 72, align: 'end' },
    value: ({ n }) => (n === 0 ? null : n),
  },
  seenColumn('firstSeen', 'First seen', ({ firstSeen }) => firstSeen),
  {
    ...{ id: 'checked', header: 'Checked', share: 2.4, minWidth: 160, isUnsortable: true },
    value: ({ checked }) => checked.join('. ') || null,
  },
];

const PLACED_SHOWN = 20;

export function InvestigationIocs({ investigation }: { investigation: InvestigationDetail }) {
  const [isWhole, setWhole] = useState(false);
  const placed = investigation.iocs.filter(({ evidence }) => evidence.length > 0);
  return (
    <div className="flex flex-col gap-4">
      {investigation.closedAt === null && (
        <span className="self-start pt-3">
          <ExtractButton of={{ type: 'investigation', id: investigation.id }} />
        </span>
      )}
      <DataTable
        label="Indicators of this investigation"
        columns={COLUMNS}
        rows={investigation.iocs}
        rowId={({ type, value }) => `${type} ${value}`}
        rowName={({ value }) => value}
        storageKey="forensics-case-iocs"
        empty={
          <EmptyState
            title="No indicators found"
            text="Nothing in it points outside the organisation."
          />
        }
      />
      {placed.length > 0 && (
        <section aria-label="Where they stand" className="flex flex-col gap-2">
          <h3 className="font-semibold text-fg">Where they stand</h3>
          {(isWhole ? placed : placed.slice(0, PLACED_SHOWN)).map((ioc) => (
            <div key={`${ioc.type} ${ioc.value}`}>
              <p className="font-mono text-xs text-fg">
                <Untrusted text={ioc.value} max={120} expand="none" />
              </p>
              <EvidenceLinks evidence={ioc.evidence} labels={investigation.labels} />
            </div>
          ))}
          {!isWhole && placed.length > PLACED_SHOWN && (
            <Button size="sm" className="self-start" onClick={() => setWhole(true)}>
              {`Show all ${placed.length.toLocaleString()}`}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}
