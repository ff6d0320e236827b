import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../../helpers/browser-product.ts';

/** Chapters follow one another on the same product, opened on an empty data folder. */
export interface Story {
  readonly product: Product;
  /** Another product of the same kind, on another empty data folder; closed in the end. */
  openAnother(): Promise<Product>;
}

const DATA = join(import.meta.dirname, '../../../../shared/data/alerts');
export const WAZUH = join(DATA, 'wazuh-alerts.json');
export const SURICATA = join(DATA, 'suricata-fast.log');

/** Real alerts are not part of this repository (see README, "Tests"). */
export const hasRealAlerts = existsSync(WAZUH) && existsSync(SURICATA);

export function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

/** How many alerts of a file have a word: what a search for it must find. */
export function linesWith(path: string, word: string): number {
  const wanted = word.toLowerCase();
  return linesOf(path).filter((line) => line.toLowerCase().includes(wanted)).length;
}
