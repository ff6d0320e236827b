import { FileSearch, LockKeyhole, type LucideIcon, ShieldCheck, Siren } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from './mark.tsx';

/** Marketing figures of the specification, section 1; the only fixed figures of the page. */
const CLAIMS = [
  { figure: '89%', label: 'auto-resolution', note: 'of routine alerts' },
  { figure: '94%', label: 'compliance score', note: 'across 40+ frameworks' },
  { figure: '2.3h', label: 'audit prep time', note: 'versus 2.5 days manual' },
  { figure: '67%', label: 'time savings', note: 'for analysts' },
] as const;

const FEATURES: ReadonlyArray<{ icon: LucideIcon; title: string; text: string }> = [
  {
    icon: Siren,
    title: 'Alert triage',
    text: 'Automates L1 and L2 SOC tasks: alerts are sorted, enriched and brought to a verdict.',
  },
  {
    icon: FileSearch,
    title: 'Investigation',
    text: 'Evidence, indicators and timeline of an incident in one place.',
  },
  {
    icon: ShieldCheck,
    title: 'Compliance',
    text: 'Continuous monitoring across 40+ compliance frameworks, ready for the auditor.',
  },
  {
    icon: LockKeyhole,
    title: 'On your workstation',
    text: 'Works with the network cut. Your data stays on your machine, encrypted.',
  },
];

/** What a signed-out visitor sees at `/`. */
export function LandingPage() {
  const host = useHost();
  const access = () => host.navigate('/api/login');
  return (
    <div className="flex min-h-dvh flex-col bg-canvas bg-[radial-gradient(60rem_32rem_at_75%_0%,var(--color-accent-soft),transparent)] text-fg">
      <title>Watchfloor</title>
      <header className="mx-auto flex h-16 w-full max-w-6xl items-center gap-2.5 px-6">
        <Mark className="size-7" />
        <span className="text-base font-semibold tracking-tight">Watchfloor</span>
      </header>
      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col justify-center gap-14 px-6 py-12">
        <section className="max-w-3xl">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">
            Security operations and compliance, watched around the clock
          </h1>
          <p className="mt-4 max-w-2xl text-base text-fg-muted">
            AI-assisted alert triage, investigation and compliance for SOC analysts and compliance
            staff, on one workstation.
          </p>
          <Button variant="primary" className="mt-7 h-10 px-5" onClick={access}>
            Access Platform
          </Button>
        </section>
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
          {CLAIMS.map((claim) => (
            <div key={claim.label} className="flex flex-col bg-surface p-5">
              <dt className="order-2 mt-1 font-medium">{claim.label}</dt>
              <dd className="text-xl font-semibold tracking-tight tabular-nums">{claim.figure}</dd>
              <dd className="order-3 text-xs text-fg-muted">{claim.note}</dd>
            </div>
          ))}
        </dl>
        <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden className="size-5 text-accent-text" />
              <h2 className="mt-2 font-semibold">{title}</h2>
              <p className="mt-1 text-fg-muted">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
