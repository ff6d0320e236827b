import type { Session } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import type { SessionStatus } from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Progress } from '../../../ui/progress.tsx';

const STATES: Record<SessionStatus, readonly [string, BadgeTone]> = {
  QUEUED: ['Queued', 'neutral'],
  RUNNING: ['Reading', 'accent'],
  WAITING: ['Needs password', 'warn'],
  COMPLETED: ['Read', 'ok'],
  PARTIAL: ['Read in part', 'warn'],
  FAILED: ['Failed', 'bad'],
  CANCELLED: ['Cancelled', 'neutral'],
};

/** Kept and hashed, though no reader took it or anything in it. */
const isKeptOnly = ({ status, toolType, innerFiles, toolVersion }: Session): boolean =>
  status === 'COMPLETED' && toolType === 'none' && innerFiles === 0 && toolVersion === null;

/** What hash sets say of a file; nothing where none knows it. */
export function KnownBadge({ known }: Pick<Session, 'known'>) {
  if (known === null) return null;
  return (
    <Badge tone={known === 'bad' ? 'bad' : 'ok'}>
      {known === 'bad' ? 'Known bad' : 'Known good'}
    </Badge>
  );
}

export function SessionBadge({ session }: { session: Session }) {
  const [label, tone] = STATES[session.status];
  if (session.status === 'RUNNING')
    return (
      <span className="flex min-w-0 items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <Progress label={`Reading ${session.fileName ?? ''}`} value={session.progress} />
      </span>
    );
  if (isKeptOnly(session)) return <Badge>Kept, not read</Badge>;
  return <Badge tone={tone}>{label}</Badge>;
}
