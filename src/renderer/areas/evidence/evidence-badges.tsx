import { Ban, CircleCheck, Clock, Hourglass, Layers } from 'lucide-react';
import {
  EVIDENCE_TYPE_LABELS,
  EVIDENCE_TYPES,
  VALIDITY_LABELS,
  type Validity,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { VALIDITY_TONES } from './evidence.text.ts';

const ICONS = {
  valid: CircleCheck,
  expired: Clock,
  pending: Hourglass,
  rejected: Ban,
  superseded: Layers,
} as const;

export function ValidityBadge({ validity }: { validity: Validity }) {
  const Icon = ICONS[validity];
  return (
    <Badge tone={VALIDITY_TONES[validity]} icon={<Icon aria-hidden />}>
      {VALIDITY_LABELS[validity]}
    </Badge>
  );
}

/** A type that this page does not know (a newer core) is shown as it is. */
export function typeLabel(type: string): string {
  const known = EVIDENCE_TYPES.find((one) => one === type);
  return known ? EVIDENCE_TYPE_LABELS[known] : type;
}
