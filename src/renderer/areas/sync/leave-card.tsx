import { useState } from 'react';
import type { LeaveMode, Membership } from '../../../shared/areas/sync/joining.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { countOf } from './sync.text.ts';

interface LeaveCardProps {
  membership: Membership;
  backlog: number;
}

export function LeaveCard({ membership, backlog }: LeaveCardProps) {
  const [mode, setMode] = useState<LeaveMode | null>(null);
  return (
    <Card
      title="Leave the workspace"
      note="This workstation alone leaves; the others go on with the workspace."
    >
      <div className="flex flex-col gap-3">
        {backlog > 0 && !membership.isRevoked && (
          <p className="max-w-prose text-warn">
            {`${countOf(backlog, 'change', 'changes')} of this workstation ${backlog === 1 ? 'has' : 'have'} not been sent. The workspace never sees them once you leave.`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setMode('keep')}>Leave and keep a copy</Button>
          <Button variant="destructive" onClick={() => setMode('wipe')}>
            Leave and wipe
          </Button>
        </div>
      </div>
      {mode !== null && (
        <LeaveDialog mode={mode} membership={membership} onClose={() => setMode(null)} />
      )}
    </Card>
  );
}
