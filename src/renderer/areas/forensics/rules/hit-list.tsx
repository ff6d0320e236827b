import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { RuleHit } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { rulesContract as calls } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { RecordButton } from './record-button.tsx';
import { ruleAddress } from './rule-addresses.ts';
import { LevelBadge } from './rule-badges.tsx';
import { type HitsOf, hitsQuery, useRuleCall } from './rules.queries.ts';

interface HitListProps {
  of: HitsOf;
  /** Where the rule is not what the page is about. */
  showsRule: boolean;
  onTune?: (hit: RuleHit) => void;
}

/** What rules found, with the way to the record, the alert and the mark of a false positive. */
export function HitList({ of, showsRule, onTune }: HitListProps) {
  const found = useQuery(hitsQuery(useClient(), of));
  return (
    <Loaded query={found} failed="The hits could not be loaded">
      {({ rows, total }) =>
        rows.length === 0 ? (
          <p className="text-fg-muted">No hits yet.</p>
        ) : (
          <>
            <ul aria-label="Hits" className="divide-y divide-line rounded-lg border border-line">
              {rows.map((hit) => (
                <Hit key={hit.id} hit={hit} showsRule={showsRule} onTune={onTune} />
              ))}
            </ul>
            {total !== null && total > rows.length && (
              <p className="mt-1 text-xs text-fg-muted">
                The newest {rows.length.toLocaleString()} of {total.toLocaleString()} kept hits
              </p>
            )}
          </>
        )
      }
    </Loaded>
  );
}

const linkLook = 'rounded-sm text-accent-text hover:underline';
function Hit({
  hit,
  showsRule,
  onTune,
}: {
  hit: RuleHit;
  showsRule: boolean;
  onTune: HitListProps['onTune'];
}) {
  const mayWrite = useMay('forensics.write');
  const [isMarking, setMarking] = useState(false);
  const params = { id: hit.id };
  const mark = useRuleCall(
    (client, reason: string) => client.call(calls.mark, { params, body: { reason } }),
    'Marked as a false positive',
  );
  const unmark = useRuleCall((client) => client.call(calls.unmark, { params }), 'Mark taken back');
  const promote = useRuleCall(
    (client) => client.call(calls.promoteHit, { params, body: {} }),
    'Event promoted to the timeline',
  );
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        {showsRule && (
          <>
            <LevelBadge level={hit.level} />
            <Link to={ruleAddress(hit.ruleId)} className={linkLook}>
              <Untrusted text={hit.ruleTitle} max={120} expand="none" />
            </Link>
          </>
        )}
        {hit.time && <DateTime value={hit.time} />}
        {hit.host && <Untrusted text={hit.host} max={60} className="text-fg-muted" />}
        {hit.mark && <Badge tone="warn">False positive</Badge>}
      </div>
      <Untrusted text={hit.summary} max={200} />
      <p className="text-xs text-fg-muted">
        {hit.matched.slice(0, 6).map(({ field, value }) => (
          <span key={`${field}=${value}`} className="mr-3">
            <Untrusted text={field} max={60} expand="none" />:{' '}
            <Untrusted text={value} max={120} expand="none" />
          </span>
        ))}
      </p>
      <p className="flex flex-wrap items-center gap-3 text-xs">
        <RecordButton hit={hit} />
        {hit.investigationTitle !== null && (
          <Untrusted text={hit.investigationTitle} max={80} className="text-fg-muted" />
        )}
        {hit.alertId !== null && (
          <Link to={`/alerts?alert=${encodeURIComponent(hit.alertId)}`} className={linkLook}>
            Open the alert
          </Link>
        )}
        {mayWrite && hit.mark === null && (
          <Button size="sm" variant="ghost" onClick={() => setMarking(true)}>
            Mark as false positive
          </Button>
        )}
        {mayWrite && hit.mark !== null && (
          <Button size="sm" variant="ghost" onClick={() => unmark.mutate(undefined)}>
            Take the mark back
          </Button>
        )}
        {mayWrite && /^\d+$/.test(hit.eventId) && (
          <Button
            size="sm"
            variant="ghost"
            disabled={promote.isPending || promote.isSuccess}
            onClick={() => promote.mutate(undefined)}
          >
            {promote.isSuccess ? 'On the timeline' : 'Promote to the timeline'}
          </Button>
        )}
        {mayWrite && onTune && (
          <Button size="sm" variant="ghost" onClick={() => onTune(hit)}>
            Filter such events
          </Button>
        )}
      </p>
      {hit.mark && (
        <Untrusted
          text={`Reason: ${hit.mark.reason}`}
          max={200}
          className="text-xs text-fg-muted"
        />
      )}
      {isMarking && (
        <ReasonDialog
          title="Mark as false positive"
          description="The hit stays. It makes no alert in later runs."
          label="Mark"
          pendingLabel="Marking..."
          isPending={mark.isPending}
          onClose={() => setMarking(false)}
          onReason={(reason) => mark.mutate(reason, { onSuccess: () => setMarking(false) })}
        />
      )}
    </li>
  );
}
