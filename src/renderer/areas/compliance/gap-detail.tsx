import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type {
  GapAnalysis,
  GapEntry,
  GapPart,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { DraftButton } from '../models/models.embed.tsx';
import { controlLink, hours, REASON_TONES, reasonLabel, techniqueLink } from './gaps.text.ts';
import { STATUS_WORDS } from './scores.text.ts';

const EVIDENCE_STATES = {
  missing: 'missing',
  expired: 'expired',
  rejected: 'rejected',
  unreviewed: 'not reviewed',
} as const;

interface GapDetailProps {
  analysis: GapAnalysis;
  gap: GapEntry;
  onClose: () => void;
}

/** One gap: why, what closes it, what it takes, and how its priority came about. */
export function GapDetail({ analysis, gap, onClose }: GapDetailProps) {
  const framework = analysis.frameworks.find(({ id }) => id === gap.frameworkId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${gap.ref} ${gap.title}`}
      description={`${framework?.name ?? ''} · ${STATUS_WORDS[gap.status]}`}
      size="lg"
      footer={
        <Link to={controlLink(gap.controlId)} className={buttonStyles({ variant: 'primary' })}>
          Open control
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <Part title="Why">
          <ul className="flex flex-col gap-1.5">
            {gap.reasons.map(({ code, text }) => (
              <li key={code} className="flex flex-wrap items-baseline gap-2">
                <Badge tone={REASON_TONES[code]}>{reasonLabel(code)}</Badge>
                <Untrusted text={text} className="text-fg" />
              </li>
            ))}
          </ul>
          {gap.exceptionUntil !== null && (
            <p className="mt-2 text-fg-muted">
              An exception is in force until <DateTime value={gap.exceptionUntil} />.
            </p>
          )}
        </Part>
        <Part title="Remediation">
          <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-fg">
            {gap.remediation.map((step) => (
              <li key={step}>
                <Untrusted text={step} />
              </li>
            ))}
          </ol>
          <GapDraft gap={gap} />
        </Part>
        <Part title="Evidence that closes it">
          <ul className="flex flex-col gap-1.5">
            {gap.evidence.map(({ type, what, state }) => (
              <li key={what} className="flex flex-wrap items-baseline gap-2 text-fg">
                <Badge>{type.toLowerCase()}</Badge>
                {what}
                <span className="text-xs text-fg-muted">{EVIDENCE_STATES[state]}</span>
              </li>
            ))}
          </ul>
        </Part>
        <div className="grid gap-5 sm:grid-cols-2">
          <Part title={`Effort: ${hours(gap.effort.hours)}`}>
            <Parts parts={gap.effort.parts} shown={hours} />
          </Part>
          <Part
            title={`Priority: ${SEVERITY_LABELS[gap.priority.level]}, ${gap.priority.points} of 100`}
          >
            <Parts parts={gap.priority.parts} shown={String} />
          </Part>
        </div>
        {gap.techniques.length > 0 && (
          <Part title={`What attackers did here in ${analysis.techniqueDays} days`}>
            <ul className="flex flex-wrap gap-2">
              {gap.techniques.map(({ id, alerts }) => (
                <li key={id}>
                  <Link
                    to={techniqueLink(id, analysis.techniqueDays, analysis.ranAt)}
                    className="text-accent-text hover:underline"
                  >
                    {id}: {alerts.toLocaleString('en')} {alerts === 1 ? 'alert' : 'alerts'}
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
    </Dialog>
  );
}

/** The remediation in the model's words. A gap is computed and has no text of its own: it is copied. */
function GapDraft({ gap }: { gap: GapEntry }) {
  const [accepted, setAccepted] = useState<string | null>(null);
  const said = [gap.gap, ...gap.reasons.map(({ text }) => text), ...gap.remediation].join('\n');
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <DraftButton kind="gap" recordId={gap.controlId} current={said} onAccept={setAccepted} />
      {accepted !== null && (
        <div className="flex w-full flex-col gap-1 rounded-md border border-line bg-sunken px-3 py-2">
          <Untrusted text={accepted} newlines="keep" max={20_000} />
          <CopyButton text={accepted} label="Copy this text" />
        </div>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-fg-muted">{title}</h3>
      {children}
    </section>
  );
}

function Parts({ parts, shown }: { parts: readonly GapPart[]; shown: (value: number) => string }) {
  return (
    <dl className="flex flex-col gap-1">
      {parts.map(({ text, value }) => (
        <div key={text} className="flex justify-between gap-3 border-b border-line pb-1">
          <dt className="text-fg-muted">{text}</dt>
          <dd className="whitespace-nowrap text-fg tabular-nums">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
