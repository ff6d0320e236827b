/** Milliseconds since the epoch, UTC. The only source of time in the core, so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
