import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** One socket a profile; whoever cannot have it tells its holder and goes. */
function socketOf(userData: string): string {
  if (process.platform !== 'win32') return join(userData, 'double.sock');
  const name = createHash('sha256').update(userData).digest('hex').slice(0, 16);
  return `\\\\.\\pipe\\watchfloor-double-${name}`;
}

/** Connecting is asynchronous, Electron's question is not: a short child process asks, and by asking tells the holder. */
function isHeld(socket: string): boolean {
  const script = `require('node:net').connect(process.argv[1]).on('connect',()=>process.exit(0)).on('error',()=>process.exit(1))`;
  try {
    execFileSync(process.execPath, ['-e', script, socket], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

/** @param onSecond called in the holder for every other start on the same profile. */
export function takeSingleInstanceLock(userData: string, onSecond: () => void): boolean {
  const socket = socketOf(userData);
  if (isHeld(socket)) return false;
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  const server = createServer((connection) => {
    connection.on('error', () => {});
    connection.end();
    onSecond();
  });
  server.on('error', () => {});
  server.listen(socket);
  server.unref();
  return true;
}
