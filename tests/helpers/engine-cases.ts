/** Alerts, facts and support for tests of the local engine: by default all that closing needs is there. */
import type {
  AlertFacts,
  EngineAlert,
  PatternSupport,
} from '../../src/shared/areas/assistant/engine/engine.types.ts';
import type { Closing } from '../../src/shared/areas/assistant/engine/memory.types.ts';
import {
  type PlainAlert,
  toEngineAlert,
} from '../../src/shared/areas/assistant/engine/normalise.ts';
import { patternKeys } from '../../src/shared/areas/assistant/engine/pattern-keys.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';

export const NOW = Date.UTC(2026, 10, 22, 9);

export const PLAIN: PlainAlert = {
  id: 'alert-1',
  createdAt: NOW,
  severity: 'MEDIUM',
  source: 'Wazuh',
  detector: 'wazuh:5501',
  category: 'pam, syslog',
  techniques: ['T1078'],
  title: 'PAM: log on session opened for 1004',
  description: 'Nov 22 09:00:00 web-01 sshd[4711]: session opened for user backup',
  sourceHost: 'web-01',
  sourceUser: 'backup',
  sourceIp: '10.1.2.3',
  destIp: null,
};

export const engineAlert = (changes: Partial<PlainAlert> = {}): EngineAlert =>
  toEngineAlert({ ...PLAIN, ...changes });

export function factsWith(changes: Partial<AlertFacts> = {}): AlertFacts {
  return {
    ...{ burst: 1, detectorsOnHost: 1, newOnHost: 0, newOnDesk: 0, newOnDeskUsual: 1 },
    firstSeen: { detector: false, detectorOnHost: false, host: false, user: false },
    ...{ peer: 'internal', hour: 9, criticality: 'NORMAL', indicatorHits: [], allowListHits: [] },
    ...{ openInvestigation: null, tactics: [], autoClosedToday: 0 },
    dispositions: { detector: null, role: null, host: null },
    ...changes,
  };
}

export function supportWith(changes: Partial<PatternSupport> = {}): PatternSupport {
  const keys = patternKeys(engineAlert());
  return {
    ...{ pattern: keys.pattern ?? '', label: keys.label, closed: 12, counted: 12, days: 4 },
    analysts: [{ id: 'u1', name: 'Ada', closed: 12 }],
    ...{ malicious: 0, lastAt: NOW - DAY_MS, burstMax: 2, unseenTraits: [], similar: [] },
    secondLook: { open: 0, leaning: 0, confirmed: 0 },
    ...changes,
  };
}

export function closingWith(n: number, changes: Partial<Closing> = {}): Closing {
  return {
    ...{ at: NOW, keys: patternKeys(engineAlert()), benign: true, alertId: `alert-${n}` },
    analyst: { id: 'u1', name: 'Ada' },
    ...{ title: PLAIN.title, verdict: 'FALSE_POSITIVE', burst: 1 },
    ...changes,
  };
}
