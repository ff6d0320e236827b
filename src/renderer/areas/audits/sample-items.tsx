import { useState } from 'react';
import { Link } from 'react-router-dom';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type {
  ItemResultInput,
  Sample,
  SampleItemState,
} from '../../../shared/areas/audits/samples.contract.ts';
import {
  SAMPLE_RESULT_LABELS,
  type SampleResult,
} from '../../../shared/areas/audits/sampling.rules.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAuditCall } from './audits.queries.ts';
import { SampleResultDialog } from './sample-result-dialog.tsx';

const TONES: Record<SampleResult, BadgeTone> = {
  PASS: 'ok',
  EXCEPTION: 'bad',
  NOT_TESTABLE: 'warn',
};

/** The items in the order in which they were drawn, and the result of each. */
export function SampleItems({ sample, mayWrite }: { sample: Sample; mayWrite: boolean }) {
  const [asked, setAsked] = useState<{ item: SampleItemState; result: SampleResult } | null>(null);
  const record = useAuditCall(
    (client, body: ItemResultInput) =>
      client.call(auditWorkContract.recordResult, { params: { id: sample.id }, body }),
    { failed: 'Failed to record the result' },
  );
  return (
    <>
      <p className="mb-2 text-xs text-fg-muted tabular-nums">
        {sample.tested} of {sample.size} tested, {sample.exceptions} exceptions,{' '}
        {sample.notTestable} not testable
      </p>
      <ol aria-label="Items" className="flex flex-col divide-y divide-line">
        {sample.items.map((item) => (
          <li key={item.ref} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5">
            <Item sample={sample} item={item} />
            {mayWrite && (
              <span className="flex flex-wrap gap-1.5">
                {item.result === null ? (
                  <>
                    <Button
                      size="sm"
                      label={`Pass item ${item.ordinal}`}
                      disabled={record.isPending}
                      onClick={() => record.mutate({ ref: item.ref, result: 'PASS' })}
                    >
                      Pass
                    </Button>
                    <Button
                      size="sm"
                      label={`Exception at item ${item.ordinal}`}
                      onClick={() => setAsked({ item, result: 'EXCEPTION' })}
                    >
                      Exception
                    </Button>
                    <Button
                      size="sm"
                      variant="ghost"
                      label={`Item ${item.ordinal} is not testable`}
                      onClick={() => setAsked({ item, result: 'NOT_TESTABLE' })}
                    >
                      Not testable
                    </Button>
                  </>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    label={`Take back the result of item ${item.ordinal}`}
                    disabled={record.isPending}
                    onClick={() => record.mutate({ ref: item.ref, result: null })}
                  >
                    Take back
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
      {asked && (
        <SampleResultDialog
          item={asked.item}
          result={asked.result}
          isPending={record.isPending}
          onClose={() => setAsked(null)}
          onRecord={(body) => record.mutate(body, { onSuccess: () => setAsked(null) })}
        />
      )}
    </>
  );
}

function Item({ sample, item }: { sample: Sample; item: SampleItemState }) {
  const facts = Object.entries(item.facts).filter(([, value]) => value !== null);
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-xs text-fg-muted tabular-nums">
          {item.ordinal.toLocaleString()} of {sample.populationCount.toLocaleString()}
        </span>
        {sample.population === 'ALERTS' ? (
          <Link
            to={`/alerts?alert=${item.ref}`}
            className="text-accent-text underline-offset-2 hover:underline"
          >
            <Untrusted text={item.label} max={140} expand="none" />
          </Link>
        ) : (
          <span className="font-medium text-fg">
            <Untrusted text={item.label} max={140} />
          </span>
        )}
        {item.result && (
          <Badge tone={TONES[item.result]}>{SAMPLE_RESULT_LABELS[item.result]}</Badge>
        )}
        {item.finding && (
          <Link
            to={`/audits?tab=findings&finding=${item.finding.id}`}
            className="text-xs text-accent-text underline"
          >
            Finding F{item.finding.number}
          </Link>
        )}
      </p>
      <p className="text-xs text-fg-muted">
        <DateTime value={item.at} mode="local" />
        {facts.map(([key, value]) => (
          <span key={key}>
            {' · '}
            {key} <Untrusted text={value} max={80} expand="none" />
          </span>
        ))}
      </p>
      {item.note && (
        <p className="text-fg">
          <Untrusted text={item.note} newlines="keep" />
          {item.testedBy && <span className="text-xs text-fg-muted"> {item.testedBy}</span>}
        </p>
      )}
      {item.evidence && (
        <Link
          to={`/evidence?evidence=${item.evidence.id}`}
          className="text-xs text-accent-text underline"
        >
          <Untrusted text={item.evidence.title} max={120} expand="none" />
        </Link>
      )}
    </div>
  );
}
