import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One line of JSON an entry. Never give it secrets, passwords or the content of alerts. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

const MAX_LOG_BYTES = 5 * 1024 * 1024;

export const silentLog: Log = { info() {}, warn() {}, error() {} };

function errorFields(fields: Record<string, unknown>): Record<string, unknown> {
  const cause = fields.cause;
  if (!(cause instanceof Error)) return fields;
  return { ...fields, cause: cause.stack ?? cause.message };
}

/** Logs to `logs/watchfloor.log` in the data folder; keeps one older file. A full disk loses log lines, nothing else. */
export function createFileLog(dataDir: string): Log {
  const folder = join(dataDir, 'logs');
  const file = join(folder, 'watchfloor.log');
  function rotate() {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  }
  function write(level: string, message: string, fields: Record<string, unknown> = {}) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      rotate();
      const entry = { at: new Date().toISOString(), level, message, ...errorFields(fields) };
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    } catch {
      // The log is the last resort: where it cannot be written there is nowhere to say so.
    }
  }
  return {
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  };
}
