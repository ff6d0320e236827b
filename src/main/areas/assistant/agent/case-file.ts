/** The records of one run, each under an evidence id that no other run has. */
import type { AgentBrief, AgentOutcome } from '../../../../shared/areas/assistant/agent.types.ts';
import type { EvidenceRef } from '../../../../shared/areas/assistant/explanation.ts';
import { findInjections } from '../../../../shared/areas/assistant/injection.ts';
import type { KnownCase, ToolRecord } from './agent.deps.ts';
import { cleanFields, fitted, LONG_FIELD_MAX } from './untrusted-json.ts';

/** Facts of a brief that a model is given; the rest is named as not checked. */
export const FACTS_MAX = 60;
const ENTITIES_MAX = 300;
const RECORDS_MAX = 400;
/** Of a record that a tool found, so that one fits in its answer. */
const RECORD_BYTES_MAX = 3_400;
/** Where a finding stands in the names of fields, or in what the case is called. */
const NAMES = 'field names';
const CASE_ID = 'case';

export interface CaseRecord {
  /** As the model gets it, `E7-k3fz`. */
  readonly shownId: string;
  /** As the answer has it, `E7`. */
  readonly id: string;
  readonly ref: EvidenceRef;
  readonly at: number | null;
  /** As the model gets them: cleaned and cut. */
  readonly fields: Readonly<Record<string, string>>;
}

type Finding = AgentOutcome['injection']['findings'][number];

export interface CaseFile extends KnownCase {
  readonly records: readonly CaseRecord[];
  readonly entities: readonly string[];
  readonly findings: readonly Finding[];
  /** Where `shownId` is an id of this run. */
  find(shownId: string): CaseRecord | undefined;
  /** The record under its id, new or known; undefined where the case is full. */
  add(record: ToolRecord): CaseRecord | undefined;
}

export function openCase(brief: AgentBrief, salt: string): CaseFile {
  const records: CaseRecord[] = [];
  const byShownId = new Map<string, CaseRecord>();
  const byContent = new Map<string, CaseRecord>();
  const entities = new Set(brief.entities.slice(0, ENTITIES_MAX));
  const findings: Finding[] = [];
  let lastNumber = 0;

  function keep(id: string, ref: EvidenceRef, at: number | null, fields: ToolRecord['fields']) {
    const record = { id, shownId: `${id}-${salt}`, ref, at, fields };
    records.push(record);
    byShownId.set(record.shownId, record);
    byContent.set(contentOf(record), record);
    return record;
  }

  /** In the text as it came: what is hidden in it is a finding, though a model never gets it. */
  function search(id: string, fields: ToolRecord['fields']) {
    const names = Object.keys(fields).join('\n');
    for (const { field, quote } of findInjections({ ...fields, [NAMES]: names }))
      findings.push({ id, field, quote });
  }

  search(CASE_ID, { title: brief.title, question: brief.question ?? '' });
  for (const fact of brief.facts.slice(0, FACTS_MAX)) {
    lastNumber = Math.max(lastNumber, Number(/^E(\d{1,6})$/.exec(fact.id)?.[1] ?? 0));
    keep(fact.id, fact.ref, fact.at, cleanFields(fact.fields));
    search(fact.id, fact.fields);
  }

  return {
    records,
    get entities() {
      return [...entities];
    },
    findings,
    find: (shownId) => byShownId.get(shownId),
    hasEntity: (entity) => entities.has(entity),
    refOf: (shownId) => byShownId.get(shownId)?.ref,
    add(found) {
      const fields = fitted(cleanFields(found.fields, LONG_FIELD_MAX), RECORD_BYTES_MAX);
      const known = byContent.get(contentOf({ ref: found.ref, fields }));
      if (known) return known;
      if (records.length >= RECORDS_MAX) return undefined;
      for (const entity of found.entities) {
        if (entities.size < ENTITIES_MAX) entities.add(entity);
      }
      const id = `E${++lastNumber}`;
      search(id, found.fields);
      return keep(id, found.ref, found.at, fields);
    },
  };
}

const contentOf = ({ ref, fields }: Pick<CaseRecord, 'ref' | 'fields'>): string =>
  JSON.stringify([ref.kind, ref.id, fields]);
