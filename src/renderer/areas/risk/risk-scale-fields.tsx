import { riskLevel } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import {
  IMPACT_LABELS,
  LIKELIHOOD_LABELS,
  RISK_LEVEL_LABELS,
  RISK_STEPS,
  riskScoreOf,
  riskText,
} from '../../../shared/areas/risk/risks.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { LEVEL_TONES } from './risks.text.ts';

type Step = `${(typeof RISK_STEPS)[number]}`;

const optionsOf = (labels: readonly string[]) =>
  RISK_STEPS.map((step) => ({ value: `${step}` as Step, label: `${step} ${labels[step - 1]}` }));
const LIKELIHOODS = optionsOf(LIKELIHOOD_LABELS);
const IMPACTS = optionsOf(IMPACT_LABELS);

interface RiskScaleFieldsProps {
  likelihood: number;
  impact: number;
  onChange: (change: { likelihood?: number; impact?: number }) => void;
}

/** Likelihood and impact, and the score that they make. */
export function RiskScaleFields({ likelihood, impact, onChange }: RiskScaleFieldsProps) {
  const score = riskScoreOf(likelihood, impact);
  const level = riskLevel(score);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Likelihood" isRequired>
        {(control) => (
          <Select
            {...control}
            value={`${likelihood}` as Step}
            options={LIKELIHOODS}
            onValueChange={(value) => onChange({ likelihood: Number(value) })}
          />
        )}
      </Field>
      <Field label="Impact" isRequired>
        {(control) => (
          <Select
            {...control}
            value={`${impact}` as Step}
            options={IMPACTS}
            onValueChange={(value) => onChange({ impact: Number(value) })}
          />
        )}
      </Field>
      <p className="flex items-center gap-2 text-fg-muted sm:col-span-2" aria-live="polite">
        Risk score <span className="font-medium text-fg tabular-nums">{riskText(score)}</span>
        <Badge tone={LEVEL_TONES[level]}>{RISK_LEVEL_LABELS[level]}</Badge>
      </p>
    </div>
  );
}
