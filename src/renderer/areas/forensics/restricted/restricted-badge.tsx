import { LockKeyhole } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

export function RestrictedBadge() {
  return (
    <Badge tone="warn" icon={<LockKeyhole aria-hidden />}>
      Restricted
    </Badge>
  );
}
