import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { RuleRun } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { HitList } from './hit-list.tsx';
import { runsQuery, useRuleCall } from './rules.queries.ts';

const STATES: Record<RuleRun['state'], readonly [string, BadgeTone]> = {
  RUNNING: ['Running', 'accent'],
  DONE: ['Done', 'ok'],
  CANCELLED: ['Cancelled', 'neutral'],
  FAILED: ['Failed', 'bad'],
};

/** What the rules found in the logs of an investigation, and how the last run went. */
export function InvestigationRules({ investigationId }: { investigationId: string }) {
  const { data } = useQuery(runsQuery(useClient(), investigationId));
  const mayWrite = useMay('forensics.write');
  const run = useRuleCall(
    (client) => client.call(calls.run, { params: { id: investigationId }, body: {} }),
    null,
  );
  const last = data?.[0];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {mayWrite && (
          <Button
            icon={<Play aria-hidden />}
            disabled={run.isPending || last?.state === 'RUNNING'}
            onClick={() => run.mutate(undefined)}
          >
            Run the rules
          </Button>
        )}
        {last && <LastRun run={last} />}
      </div>
      <HitList of={{ investigation: investigationId }} showsRule />
    </div>
  );
}

function LastRun({ run }: { run: RuleRun }) {
  const [label, tone] = STATES[run.state];
  const { receipt } = run;
  return (
    <div role="status" className="min-w-0 text-sm text-fg-muted">
      <Badge tone={tone}>{label}</Badge> <DateTime value={run.endedAt ?? run.startedAt} />
      {receipt &&
        `: ${receipt.rules.toLocaleString()} rules over ${receipt.events.toLocaleString()} events, ${receipt.hits.toLocaleString()} hits, ${receipt.alerts.toLocaleString()} new alerts`}
      {run.error !== null && <Untrusted text={run.error} className="block" />}
      {receipt && receipt.notes.length > 0 && (
        <details>
          <summary className="cursor-pointer">
            Notes: {receipt.notes.length.toLocaleString()}
          </summary>
          <ul className="list-disc pl-5">
            {receipt.notes.map((note) => (
              <li key={note}>
                <Untrusted text={note} max={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
