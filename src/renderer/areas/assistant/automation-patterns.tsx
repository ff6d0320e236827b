import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type AutomationPattern,
  automationContract,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { patternsQuery, useAutomationCall } from './automation.queries.ts';
import { HistoryDialog } from './automation-history.tsx';
import { StateBadge } from './automation-words.tsx';

type Target = 'ON' | 'SHADOW' | 'OFF';
interface Change {
  readonly pattern: AutomationPattern;
  readonly to: Target;
}

const COLUMNS: readonly DataColumn<AutomationPattern>[] = [
  { id: 'label', header: 'Pattern', value: ({ label }) => label, share: 3, isFixed: true },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'support',
    header: 'Closed as benign',
    value: ({ benign }) => benign,
    cell: ({ benign, days, analysts }) => (
      <span className="tabular-nums">
        {`${benign.toLocaleString('en')} on ${days} ${days === 1 ? 'day' : 'days'} by ${analysts}`}
      </span>
    ),
    share: 1.5,
  },
  { id: 'malicious', header: 'Malicious', value: ({ malicious }) => malicious, align: 'end' },
  {
    id: 'audits',
    header: 'Audits',
    value: ({ audits }) => audits.agreed,
    cell: ({ audits }) => (
      <span className="tabular-nums">{`${audits.agreed} of ${audits.needed}`}</span>
    ),
    align: 'end',
  },
  { id: 'wouldClose', header: 'Would close', value: ({ wouldClose }) => wouldClose, align: 'end' },
  { id: 'closed', header: 'Closed', value: ({ closed }) => closed, align: 'end' },
  {
    id: 'last',
    header: 'Last verdict',
    value: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => (lastAt === null ? '—' : <DateTime value={lastAt} />),
    share: 1.3,
  },
];

export function PatternsTab() {
  const { data, error, refetch, isFetching } = useQuery(patternsQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  const [change, setChange] = useState<Change | null>(null);
  const [shown, setShown] = useState<AutomationPattern | null>(null);
  const columns = useMemo(
    () => (mayManage ? [...COLUMNS, switchColumn(setChange)] : COLUMNS),
    [mayManage],
  );
  if (error)
    return (
      <ErrorState
        title="Patterns could not be loaded"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <>
      <DataTable
        label="Patterns"
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        onOpen={setShown}
        storageKey="automation-patterns"
        empty={
          <EmptyState
            icon={<Workflow />}
            title="No Patterns Yet"
            text="A pattern shows here once the engine would close one of its alerts: closed as benign five times on two days by people of this desk."
          />
        }
      />
      {shown && (
        <HistoryDialog
          resource="automation_patterns"
          id={shown.id}
          name={shown.label}
          onClose={() => setShown(null)}
        />
      )}
      {change && <SwitchDialog change={change} onClose={() => setChange(null)} />}
    </>
  );
}

function switchColumn(onChange: (change: Change) => void): DataColumn<AutomationPattern> {
  return {
    id: 'switch',
    header: 'Switch',
    value: () => null,
    isUnsortable: true,
    share: 1.4,
    cell: (pattern) => <SwitchButtons pattern={pattern} onChange={onChange} />,
  };
}

function SwitchButtons(props: { pattern: AutomationPattern; onChange: (change: Change) => void }) {
  const { pattern, onChange } = props;
  const to = (target: Target) => () => onChange({ pattern, to: target });
  if (pattern.state === 'ON')
    return (
      <Button size="sm" onClick={to('SHADOW')}>
        Switch off
      </Button>
    );
  if (pattern.state === 'TRIPPED')
    return (
      <Button size="sm" onClick={to('SHADOW')}>
        Back to shadow
      </Button>
    );
  return (
    <Button
      size="sm"
      disabled={pattern.blockedBy !== null}
      title={pattern.blockedBy ?? 'Let the engine close alerts of this pattern'}
      onClick={to('ON')}
    >
      Switch on
    </Button>
  );
}

const TITLES: Readonly<Record<Target, string>> = {
  ON: 'Switch pattern on',
  SHADOW: 'Set pattern to shadow',
  OFF: 'Switch pattern off',
};

function SwitchDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const { pattern, to } = change;
  const set = useAutomationCall(
    (client, reason: string) =>
      client.call(automationContract.switchPattern, {
        params: { id: pattern.id },
        body: { to, reason },
      }),
    ({ state }) => (state === 'ON' ? 'The pattern is on.' : 'The pattern is in shadow.'),
  );
  return (
    <ReasonDialog
      title={TITLES[to]}
      description={pattern.label}
      label={to === 'ON' ? 'Switch on' : 'Save'}
      pendingLabel="Saving..."
      isPending={set.isPending}
      onClose={onClose}
      onReason={(reason) => set.mutate(reason, { onSuccess: onClose })}
    />
  );
}
