import type { ClientLimits } from './client.ts';
import type { TransportTimes } from './model-transport.ts';
import type { RunLimits } from './run-budget.ts';

export interface GatewayLimits extends RunLimits {
  readonly times: Readonly<Record<'loopback' | 'remote', TransportTimes>>;
}

/** Of the design: 12 calls, 20 tools, 90 s away and 300 s here. */
export const GATEWAY_LIMITS: GatewayLimits = {
  maxCalls: 12,
  maxTools: 20,
  totalMs: { loopback: 300_000, remote: 90_000 },
  // A model on this machine may read a long prompt for minutes before it writes its first word.
  times: {
    loopback: { beginMs: 240_000, idleMs: 60_000 },
    remote: { beginMs: 60_000, idleMs: 20_000 },
  },
};

const MIB = 1024 * 1024;

export const CLIENT_LIMITS: ClientLimits = {
  maxBytes: 8 * MIB,
  maxLineBytes: MIB,
  maxWaitMs: 10_000,
  blindWaitMs: 1_000,
  maxRetries: 2,
};
