/**
 * Asks a model what it would add to an investigation, after the engine has answered. What comes back
 * is kept beside the engine's answer and never in its place; it changes no state, no alert, no indicator.
 */
import type {
  AgentBrief,
  AgentOutcome,
  CaseFact,
  Claim,
} from '../../../shared/areas/assistant/agent.types.ts';
import { analysisSchema } from '../../../shared/areas/forensics/analysis.ts';
import type { Opinion } from '../../../shared/areas/forensics/investigations.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { ModelTier } from '../../platform/model-port.ts';
import { alertsById } from './collect.store.ts';
import { timelineOf, toInvestigation } from './investigation-rows.ts';
import { findInvestigation, heldOpinions, type InvestigationRow } from './investigations.store.ts';

/** What a run of the model phase is given and answers; always an answer. */
export type AskModel = (
  brief: AgentBrief,
  options: { readonly signal: AbortSignal; readonly onPhase: (text: string) => void },
) => Promise<AgentOutcome>;

export interface OpinionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly tier: () => ModelTier;
  /** Undefined where this version has none. */
  readonly ask: AskModel | undefined;
}

const ALERTS_TOLD = 60;
const INDICATORS_TOLD = 30;
const TEXT_TOLD = 1_000;
const PHASES_KEPT = 40;

interface Asked {
  readonly abort: AbortController;
  /** Our own words. */
  phases: readonly string[];
}

export function createOpinions({ db, clock, log, tier, ask }: OpinionDeps) {
  const asked = new Map<string, Asked>();

  async function run(id: string, askModel: AskModel, own: Asked): Promise<void> {
    const { signal } = own.abort;
    const onPhase = (text: string) => {
      own.phases = [...own.phases, text].slice(-PHASES_KEPT);
      announce(id);
    };
    const told = db.read('forensics.brief', (reader) => {
      const row = findInvestigation(reader, id);
      return row?.verdict ? { row, brief: briefOf(reader, row, row.verdict) } : null;
    });
    if (!told) return;
    // Its tools read what who investigates may see, and no more.
    const outcome = await db.viewing(told.brief.account, () =>
      askModel(told.brief, { signal, onPhase }),
    );
    if (signal.aborted) return;
    const opinion = opinionOf(outcome, told.brief, toIso(clock.now()));
    db.write({ actor: null, origin: 'system', action: 'forensics.opinion' }, (tx) => {
      const now = findInvestigation(tx, id);
      // Closed or run anew meanwhile: it was asked about something else.
      if (!now || now.closedAt !== null || now.completedAt !== told.row.completedAt) return;
      tx.update(investigationsTable, id, { opinion });
    });
  }

  function announce(id: string): void {
    db.write({ actor: null, origin: 'system', action: 'forensics.opinion' }, (tx) =>
      tx.announce('forensic_investigations', id),
    );
  }

  /** Returns at once. */
  function begin(id: string): void {
    if (!ask || tier() === 'none' || asked.has(id)) return;
    const own: Asked = { abort: new AbortController(), phases: [] };
    asked.set(id, own);
    announce(id);
    run(id, ask, own)
      .catch((cause: unknown) => log.warn('a model could not be asked', { cause }))
      .finally(() => {
        asked.delete(id);
        if (!own.abort.signal.aborted) announce(id);
      });
  }

  return {
    /** What has been done so far where a model is asked; undefined where none is. */
    phases: (id: string): readonly string[] | undefined => asked.get(id)?.phases,

    begin,

    /** Those of which nothing was sent, as nobody had looked at what would leave. */
    askHeld(): void {
      for (const id of db.read('forensics.held', heldOpinions)) begin(id);
    },

    stop(): void {
      for (const { abort } of asked.values()) abort.abort();
    },
  };
}
function briefOf(
  db: ReadDb,
  row: InvestigationRow,
  verdict: NonNullable<InvestigationRow['verdict']>,
): AgentBrief {
  const analysis = analysisSchema.parse(row.analysis);
  const { iocs } = toInvestigation(row, null, new Map());
  const subject = timelineOf(row).filter(({ part }) => part !== 'desk');
  const ids = [...new Set(subject.flatMap(({ alertId }) => alertId ?? []))].slice(0, ALERTS_TOLD);
  const alerts = alertsById(db, ids);
  const facts: Omit<CaseFact, 'id'>[] = [
    ...alerts.map((alert) => ({
      ref: { kind: 'alert' as const, id: alert.id },
      at: alert.at,
      fields: filled({
        ...{ title: alert.title, description: alert.description, severity: alert.severity },
        ...{ source: alert.source, detector: alert.detector, host: alert.sourceHost },
        ...{ account: alert.sourceUser, address: alert.sourceIp, peer: alert.destIp },
        ...{ techniques: alert.techniques.join(', '), verdict: alert.verdict },
      }),
    })),
    ...analysis.because.map((claim) => ({
      ref: { kind: 'investigation' as const, id: row.id },
      at: null,
      fields: filled({ engine: claim.text }),
    })),
    ...iocs.slice(0, INDICATORS_TOLD).map((ioc) => ({
      ref: ioc.evidence[0] ?? { kind: 'investigation' as const, id: row.id },
      at: ioc.firstSeen === null ? null : Date.parse(ioc.firstSeen),
      fields: filled({
        indicator: ioc.value,
        type: ioc.type,
        severity: ioc.severity,
        checked: ioc.checked.join('. '),
      }),
    })),
    ...analysis.techniques.map((technique) => ({
      ref: { kind: 'technique' as const, id: technique.id },
      at: Date.parse(technique.firstSeen),
      fields: filled({
        technique: technique.id,
        name: technique.name,
        tactics: technique.tactics.join(', '),
      }),
    })),
  ];
  return {
    ...{ task: 'investigation', account: row.investigator, question: null, title: row.title },
    priority: row.priority,
    facts: facts.map((fact, index) => ({ id: `E${index + 1}`, ...fact })),
    entities: analysis.entities.map(({ kind, value }) => `${kind}:${value}`),
    engine: { verdict, explanation: null },
  };
}

const filled = (fields: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value ? [[name, value.slice(0, TEXT_TOLD)]] : [],
    ),
  );

function opinionOf(outcome: AgentOutcome, brief: AgentBrief, at: string): Opinion {
  const claims = (all: readonly Claim[]) =>
    all.map(({ text, evidence }) => ({
      text,
      evidence: evidence.map(({ id, quote }) => ({ id, quote })),
    }));
  return {
    ...{ at, by: outcome.by, notice: outcome.notice, failure: outcome.failure },
    ...{ summary: outcome.summary, verdict: outcome.verdict, dissent: outcome.dissent },
    claims: claims(outcome.claims),
    hypotheses: outcome.hypotheses.map(({ text, supports, refutes, standing }) => ({
      ...{ text, standing, supports: claims(supports), refutes: claims(refutes) },
    })),
    proposals: [...outcome.proposals],
    couldNotCheck: [...outcome.couldNotCheck],
    injections: outcome.injection.findings.map(({ quote, field }) => ({ quote, field })),
    claimsDropped: outcome.claimsDropped,
    facts: Object.fromEntries(
      [...brief.facts, ...outcome.evidence].map(({ id, ref }) => [
        id,
        { kind: ref.kind, id: ref.id },
      ]),
    ),
  };
}
