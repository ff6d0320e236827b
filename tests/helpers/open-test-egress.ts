import { createEgress } from '../../src/main/platform/egress/create-egress.ts';
import type { Egress } from '../../src/main/platform/egress-port.ts';

/** The real way out, with no ledger under it. */
export function openTestEgress(isIsolated: () => boolean = () => false): Egress {
  return createEgress({
    isolation: { isIsolated, allowsLocalModel: () => true, onChange: () => () => {} },
    ledger: { begin: () => () => {} },
  });
}
