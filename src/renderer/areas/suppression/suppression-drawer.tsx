import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Suppression,
  suppressionContract,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import { scopeInWords } from '../../../shared/areas/suppression/suppression.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure, Stat } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordHistory } from '../history/history.embed.tsx';
import { alertsText, REOPENING_TEXT, RULE_FIELD_LABELS } from './suppression.text.ts';
import { StateBadge } from './suppression-columns.tsx';
import { EditSuppressionDialog } from './suppression-dialogs.tsx';
import { EndDialog, ExtendDialog } from './suppression-step-dialogs.tsx';
import { suppressionQuery, useSuppressionCall } from './suppressions.queries.ts';

const HIDDEN_FIELDS = ['updatedAt', 'inForceSince', 'exceptionId', 'endedBy', 'endKind'];

export function SuppressionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(suppressionQuery(useClient(), id));
  return (
    <Drawer open onClose={onClose} title={found.data?.name ?? 'Suppression rule'}>
      {found.data ? (
        <Content rule={found.data} />
      ) : found.isError ? (
        <div className="p-6">
          <ErrorState
            title="This rule could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        </div>
      ) : (
        <Skeleton className="m-6 h-64" />
      )}
    </Drawer>
  );
}

function Content({ rule }: { rule: Suppression }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-col gap-2 border-b border-line py-4 pr-14 pl-6">
        <h2 className="text-base font-semibold text-fg [overflow-wrap:anywhere]">
          <Untrusted text={rule.name} expand="none" />
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge rule={rule} />
          {rule.scope.maxSeverity === 'CRITICAL' && <Badge tone="bad">Hides critical</Badge>}
          {rule.running !== null && (
            <Badge tone="accent">
              {rule.running === 'APPLY' ? 'Being applied' : 'Alerts are coming back'}
            </Badge>
          )}
          <Steps rule={rule} />
        </div>
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-x-8 gap-y-6 overflow-y-auto px-6 py-4 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Part title="Scope">
            <p className="text-fg [overflow-wrap:anywhere]">
              <Untrusted text={scopeInWords(rule.scope)} max={2000} />
            </p>
          </Part>
          <Part title="Reason">
            <p className="text-fg [overflow-wrap:anywhere]">
              <Untrusted text={rule.reason} max={1000} newlines="keep" />
            </p>
          </Part>
          <Figures rule={rule} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 pb-6">
          <Facts rule={rule} />
          <Part title="History">
            <RecordHistory
              resource="suppression_rules"
              id={rule.id}
              labels={RULE_FIELD_LABELS}
              hidden={HIDDEN_FIELDS}
            />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">{title}</h3>
      {children}
    </section>
  );
}

function Figures({ rule }: { rule: Suppression }) {
  const hiddenLink = `/alerts?suppressedBy=${encodeURIComponent(rule.id)}`;
  return (
    <Part title="What it hides">
      <div className="grid gap-3 sm:grid-cols-3">
        <Stat label="Hits" value={rule.hits} note="Alerts it hid on arrival" />
        <Stat label="Hidden now" value={rule.hidden} note="Of any status" to={hiddenLink} />
        <Stat
          label="Open"
          value={rule.hiddenOpen}
          note="Come back at its end"
          to={`${hiddenLink}&status=OPEN,IN_PROGRESS`}
        />
      </div>
    </Part>
  );
}

function factsOf(rule: Suppression): readonly (readonly [string, ReactNode])[] {
  const { control } = rule;
  const text = (value: string | null) =>
    value === null ? <NoFigure /> : <Untrusted text={value} max={1000} newlines="keep" />;
  return [
    ['Owner', text(rule.ownerName)],
    ['Expires', <DateTime key="expires" value={rule.expiresAt} mode="local" />],
    [
      'Last hit',
      rule.lastHitAt === null ? (
        <NoFigure key="hit" />
      ) : (
        <DateTime key="hit" value={rule.lastHitAt} />
      ),
    ],
    [
      'Exception of',
      control === null ? (
        <span key="control" className="text-warn">
          Control not named yet
        </span>
      ) : (
        <Link
          key="control"
          to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
          className="rounded-sm text-accent-text hover:underline"
        >
          <Untrusted text={`${control.ref} ${control.title}`} max={160} expand="none" />
        </Link>
      ),
    ],
    ['Made by', text(rule.createdByName)],
    ['Made', <DateTime key="made" value={rule.createdAt} mode="local" />],
    ...(rule.endedAt === null
      ? []
      : ([
          ['Ended', <DateTime key="ended" value={rule.endedAt} mode="local" />],
          ['Ended by', rule.endedByName === null ? 'Its expiry' : text(rule.endedByName)],
          ['Why', text(rule.endReason)],
          [
            'At its end',
            rule.reopening === null ? <NoFigure key="r" /> : REOPENING_TEXT[rule.reopening],
          ],
        ] as const)),
  ];
}

function Facts({ rule }: { rule: Suppression }) {
  return (
    <Part title="Facts">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {factsOf(rule).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-fg-muted">{name}</dt>
            <dd className="min-w-0 text-fg [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

type Step = 'edit' | 'extend' | 'end';

/** What can still be done with a rule that is not over. */
function Steps({ rule }: { rule: Suppression }) {
  const mayWrite = useMay('alerts.write');
  const [step, setStep] = useState<Step | null>(null);
  const apply = useSuppressionCall(
    (client, _: null) => client.call(suppressionContract.apply, { params: { id: rule.id } }),
    {
      done: ({ job, hidden }) =>
        job === null
          ? `Applied. ${alertsText(hidden)} ${hidden === 1 ? 'is' : 'are'} hidden now`
          : 'Open alerts are being hidden',
      failed: 'Failed to apply suppression rule',
    },
  );
  if (!mayWrite || rule.state === 'EXPIRED' || rule.state === 'ENDED') return null;
  const close = () => setStep(null);
  return (
    <>
      <span className="flex flex-wrap gap-1.5 sm:ml-auto">
        <Button
          size="sm"
          disabled={apply.isPending || rule.running !== null}
          onClick={() => apply.mutate(null)}
        >
          Apply to open alerts
        </Button>
        <Button size="sm" onClick={() => setStep('edit')}>
          Edit
        </Button>
        <Button size="sm" onClick={() => setStep('extend')}>
          Extend
        </Button>
        <Button size="sm" onClick={() => setStep('end')}>
          End rule
        </Button>
      </span>
      {step === 'edit' && <EditSuppressionDialog rule={rule} onClose={close} />}
      {step === 'extend' && <ExtendDialog rule={rule} onClose={close} />}
      {step === 'end' && <EndDialog rule={rule} onClose={close} />}
    </>
  );
}
