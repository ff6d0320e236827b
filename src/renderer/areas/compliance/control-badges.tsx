import { CircleCheck, CircleDashed, CircleDot, CircleX } from 'lucide-react';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOKS: Record<ControlStatus, { tone: BadgeTone; Icon: typeof CircleCheck }> = {
  COMPLIANT: { tone: 'ok', Icon: CircleCheck },
  PARTIALLY_COMPLIANT: { tone: 'warn', Icon: CircleDot },
  NON_COMPLIANT: { tone: 'bad', Icon: CircleX },
  NOT_ASSESSED: { tone: 'neutral', Icon: CircleDashed },
};

/** The status in words, with a colour and a sign beside it. */
export function ControlStatusBadge({ status }: { status: ControlStatus }) {
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {controlStatusText(status)}
    </Badge>
  );
}

interface ScopeBadgeProps {
  control: { readonly isApplicable: boolean; readonly goneIn: string | null };
}

/** Why a control is in no score; nothing where it is in scope. */
export function ScopeBadge({ control }: ScopeBadgeProps) {
  if (control.goneIn !== null) return <Badge tone="warn">Gone in {control.goneIn}</Badge>;
  return control.isApplicable ? null : <Badge>Not applicable</Badge>;
}
