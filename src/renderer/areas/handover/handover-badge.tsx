import type { HandoverState } from '../../../shared/areas/handover/handover.contract.ts';
import { HANDOVER_STATE_LABELS } from '../../../shared/areas/handover/handover.rules.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<HandoverState, BadgeTone> = {
  DRAFT: 'neutral',
  HANDED_OVER: 'warn',
  ACKNOWLEDGED: 'ok',
};

export function HandoverBadge({ state }: { state: HandoverState }) {
  return <Badge tone={TONES[state]}>{HANDOVER_STATE_LABELS[state]}</Badge>;
}
