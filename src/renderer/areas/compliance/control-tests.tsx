import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ControlTest } from '../../../shared/areas/compliance/control-tests.contract.ts';
import {
  type ControlDetail,
  controlsContract,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTimeZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlRun } from './control-run.tsx';
import { ControlRunDialog } from './control-run-dialog.tsx';
import { ControlSection } from './control-section.tsx';
import { ControlTestDialog } from './control-test-dialog.tsx';
import { controlTestsQuery, useControlChange } from './controls.queries.ts';
import { cadenceText } from './controls.text.ts';
import { shownDay } from './scores.day.ts';
import { useControlNotice } from './use-control-notice.ts';

interface ControlTestsProps {
  control: ControlDetail;
  nameOf: (accountId: string) => string;
}

type Asking = { type: 'create' } | { type: 'edit' | 'run'; test: ControlTest };

/** How the control is tested, when again, and what came of it. */
export function ControlTests({ control, nameOf }: ControlTestsProps) {
  const { data, error, refetch } = useQuery(controlTestsQuery(useClient(), control.id));
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayWrite = useMay('compliance.write');
  const close = () => setAsking(null);
  return (
    <ControlSection
      title="Tests"
      actions={
        mayWrite && (
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            onClick={() => setAsking({ type: 'create' })}
          >
            Add test
          </Button>
        )
      }
    >
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {error && (
        <ErrorState
          title="Tests could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <p className="text-fg-muted">
          No test yet. A test says how, how often and by whom it is checked.
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((test) => (
          <Test
            key={test.id}
            test={test}
            nameOf={nameOf}
            onRun={() => setAsking({ type: 'run', test })}
            onEdit={() => setAsking({ type: 'edit', test })}
          />
        ))}
      </ul>
      {asking?.type === 'create' && <ControlTestDialog controlId={control.id} onClose={close} />}
      {asking?.type === 'edit' && (
        <ControlTestDialog controlId={control.id} test={asking.test} onClose={close} />
      )}
      {asking?.type === 'run' && (
        <ControlRunDialog test={asking.test} evidence={control.evidence} onClose={close} />
      )}
    </ControlSection>
  );
}

interface TestProps {
  test: ControlTest;
  nameOf: (accountId: string) => string;
  onRun: () => void;
  onEdit: () => void;
}

function Test({ test, nameOf, onRun, onEdit }: TestProps) {
  const mayWrite = useMay('compliance.write');
  const zone = useTimeZone();
  const { succeed, fail } = useControlNotice();
  const toggle = useControlChange((client, isActive: boolean) =>
    client.call(controlsContract.updateTest, { params: { id: test.id }, body: { isActive } }),
  );
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <h4 className="min-w-0 font-medium text-fg">
          <Untrusted text={test.title} max={150} />
        </h4>
        {test.isOverdue && <Badge tone="bad">Overdue</Badge>}
        {!test.isActive && <Badge>Stopped</Badge>}
      </div>
      <p className="text-xs text-fg-muted">
        {cadenceText(test.cadenceDays)}
        {test.nextDue && test.isActive && ` · next due ${shownDay(test.nextDue, zone)}`}
        {' · tester '}
        {test.tester === null ? 'not named' : nameOf(test.tester)}
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer text-xs font-medium text-accent-text">Steps</summary>
        <Markdown text={test.steps} />
      </details>
      {mayWrite && (
        <div className="mt-2 flex flex-wrap gap-1.5">
          {test.isActive && (
            <Button size="sm" onClick={onRun}>
              Record run
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={onEdit}>
            Edit test
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={toggle.isPending}
            onClick={() =>
              toggle.mutate(!test.isActive, {
                onSuccess: () => succeed(test.isActive ? 'Test stopped' : 'Test in use again'),
                onError: (error) => fail('Failed to update test', error),
              })
            }
          >
            {test.isActive ? 'Stop' : 'Use again'}
          </Button>
        </div>
      )}
      {test.runs.length > 0 && (
        <ol className="mt-2 flex flex-col gap-2">
          {test.runs.map((run) => (
            <ControlRun key={run.id} run={run} nameOf={nameOf} />
          ))}
        </ol>
      )}
    </li>
  );
}
