/** A case as tests give it away. */
import type { Alert } from '../alerts/alerts.contract.ts';
import type { ExchangeCase, ShownIndicator } from './case.types.ts';

const AT = Date.parse('2026-11-20T12:00:00.000Z');

export const exchangeAlert = (more: Partial<Alert> = {}): Alert =>
  ({
    ...{ id: 'alert-1', title: 'Service installed', description: 'On srv-1', severity: 'HIGH' },
    ...{ status: 'IN_PROGRESS', source: 'Wazuh', sourceHost: 'srv-1', sourceUser: 'svc-backup' },
    ...{
      sourceIp: '192.0.2.10',
      destIp: '198.51.100.3',
      detector: 'wazuh:100',
      category: 'attack',
    },
    ...{ techniques: ['T1021.001', 'T1569.002'], aiInvestigation: null, assignedTo: null },
    ...{ escalated: false, falsePositive: false, verdict: null, reasonCode: null },
    ...{ closingNote: null, closingEvidence: [], closedBy: null, timeBasis: 'recorded' },
    ...{ importId: null, createdAt: '2026-11-20T10:00:00.000Z' },
    ...{ receivedAt: '2026-11-20T10:00:05.000Z', updatedAt: '2026-11-20T10:05:00.000Z' },
    ...{ resolvedAt: null, firstActionAt: null, suppressedBy: null },
    ...more,
  }) as Alert;

export const exchangeIndicator = (more: Partial<ShownIndicator> = {}): ShownIndicator => ({
  ...{ id: 'ioc-1', stixId: null, originId: null, type: 'ip', value: '198.51.100.3' },
  ...{ severity: 'HIGH', confidence: 80, tlp: 'AMBER', tags: ['c2'], source: 'desk' },
  ...{ description: 'Command and control', notes: null, firstSeen: AT - 1_000, lastSeen: AT },
  ...{ expiresAt: null, isActive: true, createdAt: AT, updatedAt: AT },
  ...more,
});

export const exchangeCase = (more: Partial<ExchangeCase> = {}): ExchangeCase => ({
  ...{
    id: 'case-1',
    kind: 'investigation',
    title: 'Lateral movement',
    description: 'What happened',
  },
  ...{ severity: 'HIGH', verdict: null, createdAt: AT, updatedAt: AT + 60_000 },
  alerts: [
    exchangeAlert(),
    exchangeAlert({ id: 'alert-2', sourceHost: 'web.example.com', sourceIp: '2001:db8::1' }),
    exchangeAlert({ id: 'alert-3', sourceUser: null, sourceIp: null, destIp: null }),
  ],
  alertsLeftOut: 0,
  indicators: [
    exchangeIndicator(),
    exchangeIndicator({ id: 'ioc-2', type: 'domain', value: 'c2.example.com', tlp: 'GREEN' }),
    exchangeIndicator({ id: 'ioc-3', type: 'sha256', value: 'a'.repeat(64), isActive: false }),
  ],
  relations: [{ id: 'rel-1', fromId: 'ioc-2', toId: 'ioc-1', kind: 'resolves-to', createdAt: AT }],
  sightings: [{ indicatorId: 'ioc-1', first: AT - 5_000, last: AT, n: 3 }],
  techniques: [
    {
      ...{ id: 'T1021.001', name: 'Remote Desktop Protocol' },
      tactics: [{ id: 'TA0008', name: 'Lateral Movement' }],
      mitigations: [{ id: 'M1030', name: 'Network Segmentation' }],
    },
  ],
  notes: [{ id: 'note-1', at: AT, text: 'Seen before.' }],
  kept: new Map(),
  author: { id: 'workspace-1', name: 'Watchfloor workspace' },
  ...more,
});
