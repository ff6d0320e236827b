import {
  TIER_FROM,
  TIERING_VERSION,
  type TieringResult,
} from '../../../shared/areas/vendors/tiering.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { TierBadge } from './vendor-badges.tsx';

interface TieringOutcomeProps {
  result: TieringResult | null;
  /** Questions without an answer. */
  open: number;
  tier: Severity;
  tiers: readonly SelectOption<Severity>[];
  isOverride: boolean;
  reason: string;
  reasonError: string | undefined;
  onTier: (tier: Severity) => void;
  onReason: (reason: string) => void;
}

const REASON_MAX = 1000;

/** The tier as the rule has it, why, and the one that is chosen. */
export function TieringOutcome(props: TieringOutcomeProps) {
  const { result, open } = props;
  return (
    <section
      aria-label="Tier by the rule"
      className="flex flex-col gap-3 rounded-lg border border-line bg-sunken p-4"
    >
      <h3 className="text-sm font-semibold text-fg">Tier by the rule</h3>
      {result === null ? (
        <p className="text-fg-muted" role="status">
          {open} {open === 1 ? 'question is' : 'questions are'} open.
        </p>
      ) : (
        <>
          <p className="flex items-center gap-2" role="status">
            <TierBadge tier={result.tier} />
            <span className="text-fg-muted tabular-nums">
              {result.points} of {result.maxPoints} points, {result.share} %
            </span>
          </p>
          <Progress label="Share of all points" value={result.share / 100} />
          <TieringReasons reasons={result.reasons} />
          <Field label="Tier">
            {(control) => (
              <Select
                {...control}
                value={props.tier}
                options={props.tiers}
                onValueChange={props.onTier}
              />
            )}
          </Field>
          {props.isOverride && (
            <Field label="Why another tier" isRequired error={props.reasonError}>
              {(control) => (
                <Textarea
                  {...control}
                  value={props.reason}
                  maxLength={REASON_MAX}
                  onChange={(event) => props.onReason(event.target.value)}
                />
              )}
            </Field>
          )}
        </>
      )}
      <p className="text-xs text-fg-muted">
        {TIER_FROM.map(([tier, from]) => `${SEVERITY_LABELS[tier]} from ${from} %`).join(', ')}.
        Rule version {TIERING_VERSION}.
      </p>
    </section>
  );
}

const SHOWN = 6;

export function TieringReasons({ reasons }: { reasons: TieringResult['reasons'] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Reasons" className="flex flex-col gap-1 text-xs">
      {reasons.slice(0, SHOWN).map((reason) => (
        <li key={reason.text} className="flex gap-2">
          <span className="w-12 shrink-0 text-end text-fg-muted tabular-nums">
            {reason.question === null ? 'floor' : `+${reason.points}`}
          </span>
          <span className="min-w-0 text-fg">{reason.text}</span>
        </li>
      ))}
    </ul>
  );
}
