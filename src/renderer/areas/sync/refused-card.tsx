import { useQuery } from '@tanstack/react-query';
import { fieldText } from '../../../shared/areas/sync/record-words.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { RefusedRecord } from '../../../shared/areas/sync/sync-refused.contract.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordLine } from './record-line.tsx';
import { sizeText } from './size-text.ts';
import { refusedQuery, useSyncCall } from './sync.queries.ts';

/** Records of this workstation that the others do not have, because the server does not take them. */
export function RefusedCard({ mayRetry }: { mayRetry: boolean }) {
  const refused = useQuery(refusedQuery(useClient()));
  const retry = useSyncCall((client, _: undefined) => client.call(syncContract.retryRefused, {}), {
    done: 'They are sent once more',
  });
  return (
    <Card
      title="Not taken by the server"
      note="These records are on this workstation alone. Whatever is changed in one sends it once more by itself."
      actions={
        mayRetry && (
          <Button size="sm" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
            Try again
          </Button>
        )
      }
    >
      <Loaded
        query={refused}
        failed="The records could not be read"
        placeholder={<Skeleton className="h-16 w-full" />}
      >
        {({ records, total, mostBytes, administrators }) => (
          <>
            <ul aria-label="Not taken by the server" className="divide-y divide-line">
              {records.map((one) => (
                <li key={`${one.table} ${one.record}`} className="py-2 first:pt-0 last:pb-0">
                  <RefusedLine one={one} mostBytes={mostBytes} administrators={administrators} />
                </li>
              ))}
            </ul>
            {total > records.length && (
              <p className="mt-3 text-xs text-fg-muted tabular-nums">
                {`${records.length} of ${total.toLocaleString('en')} are listed.`}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface RefusedLineProps {
  one: RefusedRecord;
  mostBytes: number;
  administrators: readonly string[];
}

function RefusedLine({ one, mostBytes, administrators }: RefusedLineProps) {
  return (
    <>
      <RecordLine record={one}>
        <Badge tone="warn" className="ml-auto">
          {one.reason === 'too-large' ? 'Too large' : 'Not permitted'}
        </Badge>
      </RecordLine>
      <p className="mt-1 max-w-prose text-xs text-fg-muted [overflow-wrap:anywhere]">
        {cureText(one, mostBytes)}
        {ASKS.has(one.reason) && administrators.length > 0 && (
          <>
            {administrators.length === 1 ? ' The administrator is ' : ' Administrators are '}
            <Untrusted text={administrators.join(', ')} max={200} expand="none" />.
          </>
        )}
      </p>
    </>
  );
}

/** Where an administrator is whom to ask. */
const ASKS: ReadonlySet<RefusedRecord['reason']> = new Set<RefusedRecord['reason']>([
  ...(['not-permitted', 'restricted', 'another-workstation', 'administrators-only'] as const),
  ...(['analysts-only', 'officers-only', 'auditors-read'] as const),
]);

const ofRole = (who: string) =>
  `Such a record is changed by ${who} and administrators, and nobody who works on this workstation has that role in the workspace now. Ask one of them to make this change, or an administrator for the role; then try again.`;

/** Why, and what to do about it. */
function cureText({ reason, bytes, table, largestField }: RefusedRecord, most: number): string {
  switch (reason) {
    case 'too-large': {
      const field = largestField === null ? 'its longest text' : fieldText(table, largestField);
      return `It has ${sizeText(bytes)}, and one record may have ${sizeText(most)}. Shorten ${field}, or keep that text as a file of evidence.`;
    }
    case 'restricted':
      return 'It belongs to an investigation that is restricted to people who do not work on this workstation. Have somebody who is named in it add you, then try again; an administrator can say whom to ask.';
    case 'another-workstation':
      return 'It bears a change that another workstation made, and that one has not sent it. Have it sync, then try again. Where it no longer exists, ask an administrator.';
    case 'administrators-only':
      return table === 'users'
        ? 'Role, address and deactivation of an account are changed by administrators of the workspace. Ask one of them to make this change.'
        : 'Such a record is changed by administrators of the workspace. Ask one of them to make this change.';
    case 'leaves-out-oneself':
      return 'Nobody of this workstation would be named in this investigation any longer. Add yourself to those it is restricted to, or have one of them restrict it.';
    case 'analysts-only':
      return ofRole('SOC analysts');
    case 'officers-only':
      return ofRole('compliance officers');
    case 'auditors-read':
      return 'Whoever works on this workstation has the role of an auditor in the workspace, which reads only. Ask an administrator for another role, then try again, or ask somebody else to make this change.';
    case 'not-permitted':
      return table === 'users'
        ? 'Accounts of the workspace are changed by its administrators. Ask one of them to make this change.'
        : 'The workspace does not let who changed it change such a record: by the role, or because it is restricted to people who do not work here. Ask an administrator, or one of those who are named; then try again.';
    default:
      return exhaustive(reason);
  }
}
