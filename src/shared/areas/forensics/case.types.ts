/** What is collected of a case before anything is concluded: read once, kept in the journal. */
import type { Severity } from '../../kernel/severity.ts';
import type { AlertStatus } from '../alerts/alerts.contract.ts';
import type { Verdict } from '../alerts/dispositions.rules.ts';
import type { CaseVerdict } from '../assistant/agent.types.ts';
import type { CaseEntity } from './analysis.ts';
import type { InvestigationType } from './investigations.rules.ts';

/** Times in ms. `entities` as canonical `kind:value`. */
export interface CaseAlert {
  readonly id: string;
  readonly seq: number;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly source: string;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  readonly detector: string | null;
  readonly category: string | null;
  readonly techniques: readonly string[];
  readonly verdict: Verdict | null;
  readonly isEscalated: boolean;
  /** Closed by a person, not by a rule. */
  readonly isClosedByPerson: boolean;
  readonly at: number;
  readonly closedAt: number | null;
  readonly entities: readonly string[];
}

export interface CaseSubject {
  /** Where the alerts were found by. */
  readonly by: 'alerts' | 'incident' | 'alert' | 'earlier' | 'text' | 'none';
  readonly incidents: readonly { readonly key: string; readonly name: string }[];
  readonly alerts: readonly CaseAlert[];
  readonly leftOut: number;
}

export interface CaseRelated {
  readonly alerts: readonly CaseAlert[];
  /** Entities whose alerts were not followed, being too many. */
  readonly leftOut: number;
}

/** Closings by people of alerts outside the case, by source and detector. */
export interface DeskPattern {
  readonly source: string;
  readonly detector: string | null;
  readonly benign: number;
  readonly malicious: number;
  readonly days: number;
  readonly people: number;
  /** ms. */
  readonly lastAt: number;
}

export interface CaseRecord {
  readonly alertId: string;
  readonly format: string;
  readonly text: string;
}

/** An indicator that another investigation knows. */
export interface KnownIndicator {
  readonly type: string;
  readonly value: string;
  readonly severity: Severity;
  readonly isActive: boolean;
  readonly investigationId: string | null;
  readonly verdict: CaseVerdict | null;
}

export interface CaseQuestion {
  readonly id: string;
  readonly incidentId: string;
  readonly title: string;
  readonly description: string;
  readonly type: InvestigationType | null;
  readonly priority: Severity;
}

/** All that is collected; what follows is a function of it. */
export interface CaseFacts {
  readonly question: CaseQuestion;
  readonly subject: CaseSubject;
  readonly entities: readonly CaseEntity[];
  readonly related: CaseRelated;
  readonly patterns: readonly DeskPattern[];
  /** The oldest closing that was looked at, ms; null: all were. */
  readonly patternsSince: number | null;
  readonly records: readonly CaseRecord[];
  /** Of the workspace's accounts: what lies under them is ours. */
  readonly ownDomains: readonly string[];
}
