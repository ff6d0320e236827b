import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export interface BuiltHost {
  readonly origin: string;
  readonly pid: number;
  /** Ends it as `kill` does; resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built browser host (out/main/serve.js, or that of another folder); port 0 is a free one. */
export async function startBuiltHost(dataDir: string, root = ROOT, port = 0): Promise<BuiltHost> {
  const child = spawn(
    process.execPath,
    [join(root, 'out/main/serve.js'), '--port', String(port), '--no-open', '--data-dir', dataDir],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk;
    const origin = /^Watchfloor is listening on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1];
    if (origin) resolve(origin);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  void exited.then((code) => reject(new Error(`The browser host ended (${code}): ${output}`)));
  const origin = await promise;
  return {
    origin,
    pid: child.pid ?? 0,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}
