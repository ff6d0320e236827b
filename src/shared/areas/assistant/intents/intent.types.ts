import type { Severity } from '../../../kernel/severity.ts';
import type { AlertStatus } from '../../alerts/alerts.contract.ts';
import type { EntityKind } from '../../entities/entities.contract.ts';

/** What the assistant can answer without a model. */
export const INTENTS = [
  'count-alerts',
  'list-alerts',
  'entity-activity',
  'explain-alert',
  'why-grouped',
  'why-linked',
  'technique',
  'evidence-expired',
  'evidence-expiring',
  'framework-score',
  'compliance-score',
  'open-gaps',
  'control-state',
  'control-list',
  'evidence-summary',
  'automation-state',
  'policies-due',
  'vendors-due',
  'risks-appetite',
  'risks-top',
  'audits-coming',
  'findings-open',
  'assigned',
  'sla',
  'suppressions-expiring',
  'indicators',
  'investigation-state',
  'handover',
  'top-sources',
  'top-detectors',
  'top-entities',
  'top-techniques',
  'reduction',
  'incidents',
  'changed-today',
  'due-soon',
  'desk-summary',
  'desk-figures',
  'critical-assets',
  'last-import',
  'find',
  'how-to',
  'what-can-you-do',
  'greeting',
  'thanks',
  'act',
] as const;
export type IntentName = (typeof INTENTS)[number];

/** A span of time as it was said; when that was is the answerer's to work out. */
export type TimeWord =
  | { readonly type: 'last'; readonly n: number; readonly unit: TimeUnit }
  | { readonly type: 'next'; readonly n: number; readonly unit: TimeUnit }
  | { readonly type: 'today' | 'yesterday' | 'since-yesterday' | 'this-week' | 'this-month' }
  | { readonly type: 'night' | 'morning' | 'shift' }
  /** 0 is Sunday; `since`: from then until now, else that day alone. */
  | { readonly type: 'weekday'; readonly weekday: number; readonly since: boolean }
  /** `2026-11-20`. */
  | { readonly type: 'day'; readonly day: string; readonly since: boolean }
  /** `08:30`, the last one that has been. */
  | { readonly type: 'clock'; readonly clock: string };
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export interface EntitySlot {
  readonly kind: EntityKind;
  readonly value: string;
}

/** What a question names; empty or null where it does not. */
export interface Slots {
  readonly severities: readonly Severity[];
  readonly statuses: readonly AlertStatus[];
  readonly time: TimeWord | null;
  readonly entity: EntitySlot | null;
  readonly techniques: readonly string[];
  /** As a framework writes it: 'AC-2', 'CC6.1', 'A.8.15'. */
  readonly control: string | null;
  /** As it was asked for; its name in the workspace is the answerer's to find. */
  readonly framework: string | null;
  readonly alertId: string | null;
  readonly incidentId: string | null;
  readonly groupKey: string | null;
  readonly investigationId: string | null;
  readonly source: string | null;
  /** 'me', 'none', or a name as it was written. */
  readonly assignee: string | null;
  readonly escalated: boolean;
  /** Words to look for. */
  readonly search: string | null;
}

/** Where the asker stands, and what only the workspace knows. */
export interface AskedFrom {
  readonly alertId?: string | undefined;
  readonly incidentId?: string | undefined;
  readonly groupKey?: string | undefined;
  readonly investigationId?: string | undefined;
  readonly controlId?: string | undefined;
  readonly entity?: EntitySlot | undefined;
  /** Sources of its alerts, so that they are known in a question. */
  readonly sources?: readonly string[];
}

export interface Asked {
  /** Null: not understood. */
  readonly intent: IntentName | null;
  readonly slots: Slots;
  /** The nearest intents, the best first; also where none was near enough. */
  readonly nearest: readonly IntentName[];
  /** Words that nothing else accounts for: a register is searched for them. */
  readonly left: readonly string[];
  /** The words as they were understood, for those answers that go by words. */
  readonly words: readonly string[];
}
