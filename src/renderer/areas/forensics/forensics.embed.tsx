/** What other areas show of investigations. */
import { History, Microscope, Plus, Radar, ScanText, ShieldCheck, Upload } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { EntityRef } from '../../../shared/areas/entities/entities.contract.ts';
import { caseVerdictSchema } from '../../../shared/areas/forensics/analysis.ts';
import type { Command } from '../../api/commands.tsx';
import { useMay } from '../../api/session.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { VerdictBadge } from './investigation-badges.tsx';

const address = (from: Record<string, string>) =>
  `/forensics?${new URLSearchParams({ new: '1', ...from })}`;

type InvestigationStart =
  | { readonly alert: string }
  | { readonly incident: string }
  | { readonly entity: EntityRef };

function startOf(from: InvestigationStart): Record<string, string> {
  if ('entity' in from) return { kind: from.entity.kind, value: from.entity.value };
  return { ...from };
}

/** Begins an investigation of an alert, an incident or an entity, with what is known of it filled in. */
export function NewInvestigationLink({
  size = 'sm',
  ...from
}: InvestigationStart & { size?: 'sm' | 'md' }) {
  const mayWrite = useMay('forensics.write');
  if (!mayWrite) return null;
  return (
    <Link to={address(startOf(from))} className={buttonStyles({ size })}>
      <Microscope aria-hidden />
      New AI Investigation
    </Link>
  );
}

const LazyProof = lazy(async () => ({
  default: (await import('./rules/alert-proof.tsx')).AlertProof,
}));

/** The records that rules found, behind an alert that was made of them; a draft of a rule for any alert. */
export function AlertProof({ alertId }: { alertId: string }) {
  return (
    <Suspense>
      <LazyProof alertId={alertId} />
    </Suspense>
  );
}

/** What an investigation left at an alert; other versions and tools may have left something else. */
const summarySchema = z.object({
  investigationId: z.string(),
  verdict: caseVerdictSchema.nullable().catch(null),
  summary: z.string().catch(''),
  title: z.string().catch(''),
});

/** What the investigation of an alert found, with the way to it; whether there was one, where that is all. */
export function AlertInvestigation({ found }: { found: unknown }) {
  const read = summarySchema.safeParse(found);
  if (!read.success) return found ? 'Done' : 'None';
  const { investigationId, verdict, summary, title } = read.data;
  return (
    <span className="flex flex-col items-start gap-1">
      {verdict !== null && <VerdictBadge verdict={verdict} />}
      {summary !== '' && <Untrusted text={summary} max={300} />}
      <Link
        to={`/forensics?${new URLSearchParams({ investigation: investigationId })}`}
        className="rounded-sm text-accent-text hover:underline"
      >
        {title === '' ? (
          'Open the investigation'
        ) : (
          <Untrusted text={title} max={120} expand="none" />
        )}
      </Link>
    </span>
  );
}

const INDICATOR_TOOLS = [
  { tool: 'add', title: 'Add indicator', icon: Plus, isWrite: true },
  { tool: 'extract', title: 'Extract indicators from text', icon: ScanText, isWrite: true },
  { tool: 'import', title: 'Import indicators', icon: Upload, isWrite: true },
  { tool: 'sweep', title: 'Sweep for indicators', icon: Radar, isWrite: true },
  { tool: 'lists', title: 'Known-good lists of indicators', icon: ShieldCheck, isWrite: false },
  { tool: 'past', title: 'Earlier sweeps for indicators', icon: History, isWrite: false },
] as const;

/** What is done with indicators, each in the dialog of its tool. */
function indicatorCommands(navigate: (to: string) => unknown): readonly Command[] {
  return INDICATOR_TOOLS.map(({ tool, title, icon, isWrite }) => ({
    id: `forensics.ioc-${tool}`,
    title,
    icon,
    kind: 'action',
    words: 'ioc indicator of compromise forensics',
    ...(isWrite && { needs: 'forensics.write' as const }),
    run: () => void navigate(`/forensics?tab=iocs&tool=${tool}`),
  }));
}

export function useForensicsCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(
    pathname === '/alerts' || pathname === '/entity' ? search : '',
  );
  const alert = params.get('alert');
  const incident = params.get('incident');
  const kind = pathname === '/entity' ? params.get('kind') : null;
  const value = params.get('value');
  return useMemo(() => {
    const from: readonly (readonly [string, Record<string, string>])[] = [
      ...(alert === null ? [] : [['Investigate the open alert', { alert }] as const]),
      ...(incident === null ? [] : [['Investigate the open incident', { incident }] as const]),
      ...(kind === null || value === null
        ? []
        : [['Investigate this entity', { kind, value }] as const]),
      ['New AI Investigation', {}],
    ];
    const starts = from.map(([title, more]) => ({
      id: `forensics.new-${Object.keys(more)[0] ?? 'blank'}`,
      title,
      words: 'start case forensics analyse',
      kind: 'action' as const,
      icon: Microscope,
      needs: 'forensics.write' as const,
      run: () => navigate(address(more)),
    }));
    return [...starts, ...indicatorCommands(navigate)];
  }, [navigate, alert, incident, kind, value]);
}
