import { ArrowUpCircle } from 'lucide-react';
import type { Framework } from '../../../shared/areas/compliance/frameworks.contract.ts';
import { TEXT_POLICY_LABELS } from '../../../shared/areas/compliance/frameworks.rules.ts';
import type { FrameworkScore } from '../../../shared/areas/compliance/scores.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { ControlCounts } from './framework-figures.tsx';
import { ScoreFigure, ShareFigure } from './score-figure.tsx';

/** A framework with its figures; they are null until the scores are there. */
export interface FrameworkEntry {
  readonly framework: Framework;
  readonly score: FrameworkScore | undefined;
}

interface ColumnNeeds {
  readonly onOpen: (id: string) => void;
  readonly onUpgrade: (id: string) => void;
}

export const UPGRADE_WORDS = {
  newer: 'Upgrade available',
  edited: 'Pack was edited',
  linked: 'Requirements to add',
} as const;

export function frameworkColumns({ onOpen, onUpgrade }: ColumnNeeds): DataColumn<FrameworkEntry>[] {
  return [
    {
      id: 'name',
      header: 'Framework',
      isFixed: true,
      share: 2.4,
      minWidth: 200,
      value: ({ framework }) => framework.name,
      cell: ({ framework: { id, name } }) => (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(id)}
          className="max-w-full truncate rounded-sm text-left font-medium text-accent-text hover:underline"
        >
          <Untrusted text={name} expand="none" />
        </button>
      ),
    },
    {
      id: 'version',
      header: 'Version',
      minWidth: 90,
      value: ({ framework }) => framework.version,
    },
    {
      id: 'category',
      header: 'Category',
      minWidth: 90,
      value: ({ framework }) => framework.category,
    },
    {
      id: 'score',
      header: 'Score',
      share: 1.1,
      minWidth: 150,
      value: ({ score }) => score?.score ?? null,
      cell: ({ score }) => <ScoreFigure score={score?.score ?? null} isWordShown />,
    },
    {
      id: 'coverage',
      header: 'Coverage',
      minWidth: 112,
      value: ({ score }) => score?.coverage ?? null,
      cell: ({ score }) => <ShareFigure value={score?.coverage ?? null} />,
    },
    {
      id: 'controls',
      header: 'Controls',
      share: 1.2,
      minWidth: 132,
      value: ({ framework }) => framework.controlCount,
      cell: ({ framework }) => <ControlCounts framework={framework} />,
    },
    ...originColumns(onUpgrade),
  ];
}

/** Where a framework comes from, and where it can go. */
function originColumns(onUpgrade: ColumnNeeds['onUpgrade']): DataColumn<FrameworkEntry>[] {
  return [
    {
      id: 'upgrade',
      header: 'Upgrade',
      share: 1.2,
      minWidth: 172,
      value: ({ framework: { upgrade } }) =>
        upgrade === null ? null : UPGRADE_WORDS[upgrade.kind],
      cell: ({ framework: { id, name, upgrade } }) =>
        upgrade && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${UPGRADE_WORDS[upgrade.kind]}: ${name}`}
            onClick={() => onUpgrade(id)}
            className="rounded-sm hover:underline"
          >
            <Badge
              tone={upgrade.kind === 'linked' ? 'neutral' : 'accent'}
              icon={<ArrowUpCircle aria-hidden />}
            >
              {UPGRADE_WORDS[upgrade.kind]}
            </Badge>
          </button>
        ),
    },
    {
      id: 'state',
      header: 'State',
      share: 0.7,
      minWidth: 76,
      value: ({ framework }) => (framework.isActive ? 'Active' : 'Inactive'),
      cell: ({ framework: { isActive } }) => (
        <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      ),
    },
    {
      id: 'publisher',
      header: 'Publisher',
      share: 1.2,
      minWidth: 100,
      value: ({ framework }) => framework.publisher,
    },
    {
      id: 'text',
      header: 'Text',
      isHiddenAtFirst: true,
      minWidth: 110,
      value: ({ framework: { textPolicy } }) =>
        textPolicy === null ? null : TEXT_POLICY_LABELS[textPolicy],
    },
    {
      id: 'licence',
      header: 'Licence',
      isHiddenAtFirst: true,
      minWidth: 120,
      value: ({ framework }) => framework.licence,
    },
  ];
}
