import {
  Bug,
  Check,
  Cpu,
  Database,
  HardDrive,
  type LucideIcon,
  Minus,
  Network,
  ScrollText,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import {
  FAMILIES,
  type FamilyId,
  type FamilyStateName,
  familyBadge,
} from '../../../../shared/areas/forensics/tools/families.ts';
import type { ToolFamilyState } from '../../../../shared/areas/forensics/tools/tools.contract.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { LastRuns } from './last-runs.tsx';
import { ProgramRow } from './program-row.tsx';

const ICONS: Readonly<Record<FamilyId, LucideIcon>> = {
  memory: Cpu,
  disk: HardDrive,
  network: Network,
  malware: Bug,
  log: ScrollText,
  siem: Database,
};

const TONES: Readonly<Record<FamilyStateName, BadgeTone>> = {
  checking: 'neutral',
  connected: 'ok',
  partial: 'warn',
  failed: 'bad',
  untested: 'neutral',
};

interface FamilyCardProps {
  family: ToolFamilyState;
  isChecking: boolean;
  /** Of this family, newest first. */
  runs: readonly Session[];
}

/** One of the six: what is built in and passed its self-test, what the machine adds, what was run. */
export function FamilyCard({ family, isChecking, runs }: FamilyCardProps) {
  const { id, state, readers, programs } = family;
  const { name, does } = FAMILIES[id];
  const Icon = ICONS[id];
  return (
    <Card
      className="h-full"
      bodyClassName="flex flex-col gap-4 p-4 text-sm"
      title={
        <span className="flex items-center gap-2">
          <Icon aria-hidden className="size-4 text-fg-muted" />
          {name}
        </span>
      }
      actions={<Badge tone={TONES[state]}>{familyBadge(id, state)}</Badge>}
    >
      <p className="text-fg">{does}</p>
      {readers.length > 0 && (
        <Part title="Built in">
          <ul className="flex flex-col gap-1">
            {readers.map((reader) => (
              <ReaderRow key={reader.id} reader={reader} />
            ))}
          </ul>
        </Part>
      )}
      {programs.length > 0 && (
        <Part title="From this machine">
          <ul className="flex flex-col gap-2">
            {programs.map((program) => (
              <ProgramRow key={program.id} program={program} isChecking={isChecking} />
            ))}
          </ul>
        </Part>
      )}
      {runs.length > 0 && (
        <Part title="Last runs">
          <LastRuns runs={runs} />
        </Part>
      )}
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-xs font-semibold text-fg-muted">{title}</h3>
      {children}
    </div>
  );
}

const RESULTS = {
  passed: { icon: Check, label: 'Self-test passed', tone: 'text-ok' },
  failed: { icon: X, label: 'Self-test failed', tone: 'text-bad' },
  none: { icon: Minus, label: 'No self-test', tone: 'text-fg-muted' },
} as const;

function ReaderRow({ reader }: { reader: ToolFamilyState['readers'][number] }) {
  const { label, version, isPassed, problem } = reader;
  const result = RESULTS[isPassed === null ? 'none' : isPassed ? 'passed' : 'failed'];
  const Icon = result.icon;
  return (
    <li className="flex flex-col">
      <span className="flex items-center gap-2">
        <Icon role="img" aria-label={result.label} className={`size-4 shrink-0 ${result.tone}`} />
        <span className="min-w-0 text-fg">{label}</span>
        <span className="ml-auto shrink-0 text-xs text-fg-muted">{`Version ${version}`}</span>
      </span>
      {problem !== null && <span className="pl-6 text-bad">{problem}</span>}
    </li>
  );
}
