import { ArrowDownToLine, Play } from 'lucide-react';
import {
  type GapAnalysis,
  type GapSince,
  gapsContract,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Stat } from '../../ui/stat.tsx';
import { useToast } from '../../ui/toast.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { GapScope } from './gap-scope.tsx';
import { hours, sinceText } from './gaps.text.ts';

interface GapToolbarProps {
  scope: readonly string[] | null;
  onScope: (frameworkIds: readonly string[] | null) => void;
  onRun: () => void;
  isRunning: boolean;
  hasAnalysis: boolean;
}

export function GapToolbar({ scope, onScope, onRun, isRunning, hasAnalysis }: GapToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <GapScope value={scope} onChange={onScope} />
      <Button variant="primary" icon={<Play aria-hidden />} disabled={isRunning} onClick={onRun}>
        {isRunning ? 'Analyzing...' : 'Analyze gaps'}
      </Button>
      {hasAnalysis && <ExportButton />}
    </div>
  );
}

function ExportButton() {
  const host = useHost();
  const { toast } = useToast();
  const fail = useErrorToast();
  const save = async () => {
    try {
      const isSaved = await host.saveAs(endpointPath(gapsContract.export), 'gap-analysis.csv');
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'Export saved' });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Button icon={<ArrowDownToLine aria-hidden />} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}

/** When it was made, by whom, what it looked at, and what has changed since. */
export function GapWhen({ analysis, since }: { analysis: GapAnalysis; since: GapSince | null }) {
  const changed = since && sinceText(since);
  const { changes, frameworkIds, frameworks } = analysis;
  return (
    <p className="text-fg-muted">
      Made <DateTime value={analysis.ranAt} />
      {analysis.ranBy && (
        <>
          {' '}
          by <Untrusted text={analysis.ranBy.name} />
        </>
      )}{' '}
      over{' '}
      {frameworkIds === null
        ? 'all active frameworks'
        : frameworks.length === 1
          ? 'one chosen framework'
          : `${frameworks.length} chosen frameworks`}
      {changes && (
        <>
          . Against the one of <DateTime value={changes.since} />: {changes.opened.length} new,{' '}
          {changes.closed.length} closed, {changes.changed.length} changed
        </>
      )}
      . {changed && <span className="text-fg">{changed} Analyze again to take it in.</span>}
    </p>
  );
}

const inFrameworks = (n: number) =>
  n === 1 ? 'In one framework' : `In ${n.toLocaleString('en')} frameworks`;

export function GapFigures({ analysis }: { analysis: GapAnalysis }) {
  const { summary, frameworks } = analysis;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Stat
        label="Gaps"
        value={summary.gaps}
        note="Controls that are non-compliant"
        to="/compliance?tab=gaps&why=NON_COMPLIANT"
      />
      <Stat
        label="Further shortcomings"
        value={summary.shortcomings}
        note="Controls that lack assessment or proof; not counted as gaps"
        to="/compliance?tab=gaps"
      />
      <Stat
        label="Controls looked at"
        value={summary.controls}
        note={inFrameworks(frameworks.length)}
      />
      <Stat label="Effort to close all" value={hours(summary.hours)} note="By stated rules" />
    </div>
  );
}
