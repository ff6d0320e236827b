import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './project.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program in this process group and ends as it ended. Signals are passed on; those of a
 * terminal (Ctrl-C) reach the whole group already and would arrive twice.
 */
export function runUntilEnd(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): void {
  const env = { ...environment, ...process.env };
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1)),
  );
}
