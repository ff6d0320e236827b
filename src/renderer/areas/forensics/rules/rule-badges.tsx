import type { DetectionRule } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { RULE_STATE_LABELS } from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { NoFigure } from '../../../ui/stat.tsx';

const LEVEL_TONES: Readonly<Record<string, BadgeTone>> = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
};

/** A stranger's word: only known levels are shown as such. */
export function LevelBadge({ level }: { level: string | null }) {
  if (level === null) return <NoFigure />;
  const tone = LEVEL_TONES[level] ?? 'neutral';
  const text = `${level.charAt(0).toUpperCase()}${level.slice(1, 20)}`;
  return <Badge tone={tone}>{text}</Badge>;
}

type Standing = Pick<DetectionRule, 'state' | 'isEnabled' | 'isGone'>;

export function standingOf({ state, isEnabled, isGone }: Standing): string {
  if (isGone) return 'Gone';
  return isEnabled ? RULE_STATE_LABELS[state] : 'Switched off';
}

export function StandingBadge({ rule }: { rule: Standing }) {
  const tone: BadgeTone =
    rule.isGone || !rule.isEnabled
      ? 'neutral'
      : ({ ready: 'ok', unsupported: 'warn', invalid: 'bad' } as const)[rule.state];
  return <Badge tone={tone}>{standingOf(rule)}</Badge>;
}
