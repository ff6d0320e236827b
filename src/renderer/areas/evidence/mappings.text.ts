import type { MappingState } from '../../../shared/areas/evidence/mappings.contract.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const MAPPING_LABELS: Record<MappingState, string> = {
  valid: 'Proven',
  pending: 'Waiting for review',
  expired: 'Expired only',
  none: 'No evidence',
};

export const MAPPING_TONES: Record<MappingState, BadgeTone> = {
  valid: 'ok',
  pending: 'accent',
  expired: 'warn',
  none: 'bad',
};
