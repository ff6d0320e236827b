/** Microseconds. */
interface Used {
  readonly user: number;
  readonly system: number;
}

interface Meter {
  cpuUsage(since?: Used): Used;
}

/**
 * What a test costs by its own processor time: other work on the machine makes it no dearer, so a bound
 * on it fails for the code's sake only.
 * @returns the milliseconds of this process since the call, user and system
 */
export function cpuClock(): () => number {
  // Tests of shared code use it, too, whose types know nothing of Node.
  const { process } = globalThis as unknown as { process: Meter };
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
