import type { AttestationRequest } from '../../../shared/areas/policies/attestations.contract.ts';
import { REQUEST_STATE_LABELS } from '../../../shared/areas/policies/attestations.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Progress } from '../../ui/progress.tsx';
import { NoFigure } from '../../ui/stat.tsx';

type Shown = Pick<AttestationRequest, 'asked' | 'attested' | 'percent' | 'policyTitle'>;

/** How many of those asked have attested. */
export function AttestationProgress({
  request,
  className,
}: {
  request: Shown;
  className?: string;
}) {
  const { asked, attested, percent, policyTitle } = request;
  return (
    <span className={cx('flex items-center gap-2 tabular-nums', className)}>
      <Progress
        label={`Attested: ${policyTitle}`}
        value={percent === null ? 0 : percent / 100}
        className="min-w-16 flex-1"
      />
      <span className="shrink-0 text-xs">
        {percent === null ? <NoFigure /> : `${attested} of ${asked} · ${percent} %`}
      </span>
    </span>
  );
}

export function RequestStateBadge({
  request,
}: {
  request: Pick<AttestationRequest, 'state' | 'isOverdue' | 'missing' | 'asked'>;
}) {
  if (request.state !== 'OPEN') return <Badge>{REQUEST_STATE_LABELS[request.state]}</Badge>;
  if (request.isOverdue) return <Badge tone="bad">Overdue</Badge>;
  if (request.missing === 0 && request.asked > 0) return <Badge tone="ok">Complete</Badge>;
  return <Badge tone="accent">{REQUEST_STATE_LABELS.OPEN}</Badge>;
}
