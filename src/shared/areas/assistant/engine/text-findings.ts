/** What strangers' texts of an alert say to their reader. Adds suspicion; that none is found means nothing. */
import { findInjections } from '../injection.ts';
import type { EngineAlert, EngineText } from './engine.types.ts';

export interface TextFinding {
  readonly field: string;
  readonly quote: string;
}

const QUOTE_MAX = 200;
const FIELDS = [
  ['title', 'title'],
  ['description', 'description'],
  ['category', 'category'],
  ['user', 'sourceUser'],
  ['sourceAddress', 'sourceIp'],
  ['destAddress', 'destIp'],
  ['process', 'process'],
  ['commandLine', 'commandLine'],
] as const;

/** What is written as an address says nothing to a reader, and is another in every alert. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:]{0,40}:[\da-f]{0,4})$/i;

export type FindTexts = (alert: EngineAlert) => readonly TextFinding[];

const KEPT = 5_000;

/** For many alerts in a row: what was read of the same texts before is not read again. Same answers. */
export function createTextFinder(): FindTexts {
  const found = new Map<string, readonly TextFinding[]>();
  return (alert) => {
    const texts = textsOf(alert);
    if (Object.keys(texts).length === 0) return [];
    const key = JSON.stringify(texts);
    const known = found.get(key);
    if (known) return known;
    const findings = findingsOf(texts);
    if (found.size >= KEPT) found.clear();
    found.set(key, findings);
    return findings;
  };
}

/** `field` as the alert of the workspace calls it. */
export const textFindings: FindTexts = (alert) => findingsOf(textsOf(alert));

function textsOf(alert: EngineAlert): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [field, name] of FIELDS) {
    const value: EngineText | null = alert[field];
    if (value?.attacker && value.text !== '' && !ADDRESS.test(value.text)) texts[name] = value.text;
  }
  return texts;
}

const findingsOf = (texts: Readonly<Record<string, string>>): TextFinding[] =>
  findInjections(texts).map(({ field, quote }) => ({ field, quote: quote.slice(0, QUOTE_MAX) }));
