import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useClient } from '../../../api/client-context.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { ExtractButton } from '../indicators/extract-button.tsx';
import { DraftRuleButton } from './event-rules.tsx';
import { RecordButton } from './record-button.tsx';
import { ruleAddress } from './rule-addresses.ts';
import { hitsQuery } from './rules.queries.ts';

const SHOWN = 5;
const look = 'rounded-sm text-accent-text hover:underline';

/** The records that an alert was made of, each a click away in its file; nothing where no rule made it. */
export function AlertProof({ alertId }: { alertId: string }) {
  const { data } = useQuery(hitsQuery(useClient(), { alert: alertId }, SHOWN));
  const [first] = data?.rows ?? [];
  return (
    <span className="flex flex-col items-start gap-1">
      {first && (
        <Link to={ruleAddress(first.ruleId)} className={look}>
          <Untrusted text={first.ruleTitle} max={120} expand="none" />
        </Link>
      )}
      {data?.rows.map((hit) => (
        <RecordButton key={hit.id} hit={hit} />
      ))}
      {first && (data?.total ?? 0) > SHOWN && (
        <span className="text-xs text-fg-muted">
          {(data?.total ?? 0).toLocaleString()} records in all
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        <DraftRuleButton from={{ alert: alertId }} />
        <ExtractButton of={{ type: 'alert', id: alertId }} />
      </span>
    </span>
  );
}
