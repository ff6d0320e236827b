/**
 * Datagrams that the system dropped because nobody took them in time (Linux, proc(5), /proc/net/udp: the
 * column `drops`). Null where the system does not tell.
 */
import { readFileSync } from 'node:fs';

export function kernelDrops(port: number): number | null {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let sum: number | null = null;
  for (const path of ['/proc/net/udp', '/proc/net/udp6']) {
    const found = dropsIn(path, wanted);
    if (found !== null) sum = (sum ?? 0) + found;
  }
  return sum;
}

function dropsIn(path: string, wanted: string): number | null {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return null;
  }
  let sum = 0;
  for (const line of text.split('\n').slice(1)) {
    const cells = line.trim().split(/\s+/);
    if (cells[1]?.endsWith(wanted)) sum += Number(cells.at(-1)) || 0;
  }
  return sum;
}
