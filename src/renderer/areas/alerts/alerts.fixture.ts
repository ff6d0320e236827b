import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';

/** An alert for tests, with what a test cares about written over it. */
export function makeAlert(over: Partial<Alert> = {}): Alert {
  return {
    id: '01920000-0000-7000-8000-000000000001',
    title: 'ET SCAN Potential SSH Scan',
    description: 'Repeated connections to port 22',
    severity: 'MEDIUM',
    status: 'OPEN',
    source: 'Suricata',
    sourceHost: 'web-01.example.net',
    sourceUser: 'svc_backup',
    sourceIp: '192.0.2.10',
    destIp: '198.51.100.7',
    detector: 'sid 2001219',
    category: 'Attempted Information Leak',
    techniques: ['T1046'],
    aiInvestigation: null,
    assignedTo: null,
    escalated: false,
    falsePositive: false,
    verdict: null,
    reasonCode: null,
    closingNote: null,
    closingEvidence: [],
    closedBy: null,
    firstActionAt: null,
    suppressedBy: null,
    timeBasis: 'recorded',
    importId: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    receivedAt: '2026-11-20T10:00:05.000Z',
    updatedAt: '2026-11-20T10:00:05.000Z',
    resolvedAt: null,
    ...over,
  };
}
