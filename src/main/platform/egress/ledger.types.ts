import type { EgressFailureKind, EgressReason } from '../egress-port.ts';

/** `unknown`: something tried past the port and was refused below it. */
export interface LedgerReason extends Omit<EgressReason, 'purpose'> {
  readonly purpose: EgressReason['purpose'] | 'unknown';
}

/** `answered`: the whole answer came, or whoever asked had read enough of it. */
export type EgressOutcome = 'answered' | EgressFailureKind;

export interface EgressEnd {
  readonly outcome: EgressOutcome;
  readonly status: number | null;
  /** On the wire, with heads. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** Where to every attempt is written, also a refused one. Neither holds a path, a query or a secret. */
export interface EgressLedger {
  /** `origin`: scheme, host and port. The answer ends the entry, once. */
  begin(reason: LedgerReason, origin: string): (end: EgressEnd) => void;
}
