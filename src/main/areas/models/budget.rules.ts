import type { ModelLimits, ModelUsage } from '../../../shared/areas/models/models.contract.ts';
import { ModelFailure } from '../../platform/model-port.ts';

/** Of tokens; null where no price is set. */
export function priceOf(
  { pricePerMillionSent, pricePerMillionReceived }: ModelLimits,
  { sent, received }: { readonly sent: number; readonly received: number },
): number | null {
  if (pricePerMillionSent === null && pricePerMillionReceived === null) return null;
  const million = 1_000_000;
  return (
    (sent * (pricePerMillionSent ?? 0)) / million +
    (received * (pricePerMillionReceived ?? 0)) / million
  );
}

/** Why no more calls are made today, or null. */
export function dayFailure(limits: ModelLimits, used: ModelUsage): ModelFailure | null {
  const { callsPerDay, tokensPerDay, costPerDay } = limits;
  const over = (what: string) =>
    new ModelFailure(
      'budget',
      `The ${what} set for models are used up for today (until 00:00 UTC).`,
    );
  if (used.calls >= callsPerDay) return over('calls');
  if (used.tokens >= tokensPerDay) return over('tokens');
  if (costPerDay !== null && used.cost >= costPerDay) return over('costs');
  return null;
}
