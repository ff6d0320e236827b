import { Link } from 'react-router-dom';
import type { DetectionRule } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import {
  ENGINE_LABELS,
  RULE_LEVELS,
} from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import type { DataColumn } from '../../../ui/use-data-table.ts';
import { ruleAddress } from './rule-addresses.ts';
import { LevelBadge, StandingBadge, standingOf } from './rule-badges.tsx';

const ranks: readonly string[] = RULE_LEVELS;
const rank = (level: string | null) => {
  const at = ranks.indexOf(level ?? '');
  return at < 0 ? ranks.length : at;
};

export const RULE_COLUMNS: readonly DataColumn<DetectionRule>[] = [
  {
    id: 'title',
    header: 'Rule',
    value: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link to={ruleAddress(id)} className="rounded-sm text-accent-text hover:underline">
        <Untrusted text={title} max={150} expand="none" />
      </Link>
    ),
    share: 4,
    minWidth: 240,
    isFixed: true,
  },
  { id: 'engine', header: 'Engine', value: ({ engine }) => ENGINE_LABELS[engine], minWidth: 70 },
  {
    id: 'level',
    header: 'Level',
    value: ({ level }) => rank(level),
    cell: ({ level }) => <LevelBadge level={level} />,
    minWidth: 86,
  },
  {
    id: 'state',
    header: 'State',
    value: (rule) => standingOf(rule),
    cell: (rule) => <StandingBadge rule={rule} />,
    minWidth: 100,
  },
  {
    id: 'logsource',
    header: 'Log source',
    value: ({ logsource }) => logsource,
    share: 2,
    minWidth: 130,
  },
  {
    id: 'techniques',
    header: 'Techniques',
    value: ({ techniques }) => techniques.join(', ') || null,
    share: 2,
    minWidth: 110,
  },
  {
    id: 'hits',
    header: 'Hits',
    value: ({ hits }) => hits,
    cell: ({ hits }) => hits.toLocaleString(),
    align: 'end',
    minWidth: 60,
  },
  {
    id: 'false-positives',
    header: 'False positives',
    value: ({ falsePositives }) => falsePositives,
    cell: ({ falsePositives }) => falsePositives.toLocaleString(),
    align: 'end',
    minWidth: 100,
    isHiddenAtFirst: true,
  },
  { id: 'pack', header: 'Pack', value: ({ packName }) => packName, share: 2, minWidth: 130 },
];
