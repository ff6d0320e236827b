/**
 * Where a query leads to few alerts without a look at the others: terms of the search index, and small
 * indexes of their own (what is escalated, assigned, closed with a verdict; one alert, group, incident). What a lead
 * gives holds every match, and others; the alerts themselves are tested.
 */
import {
  networkOf,
  type QueryNode,
  type QueryTerm,
} from '../../../shared/areas/views/query-language.ts';
import type { QueryValue } from '../../../shared/areas/views/query-lexer.ts';
import { isNone, techniqueOf } from '../../../shared/areas/views/query-match.ts';
import { addressWord, nameWord, techniqueWord } from './alert-search.ts';
import { ALL_TEXTS, type IndexNeed, type IndexTerm, wordTest } from './query-words.ts';

export type Lead =
  | { readonly type: 'term'; readonly term: IndexTerm }
  | {
      readonly type: 'rows';
      readonly of:
        | 'id'
        | 'group'
        | 'incident'
        | 'escalated'
        | 'assignee'
        | 'verdict'
        | 'decision'
        | 'watched'
        | 'mentioned'
        | 'closed-after';
      readonly values: readonly string[];
    }
  | { readonly type: 'and' | 'or'; readonly leads: readonly Lead[] };

/** Null where nothing leads to it. */
export function leadOf(node: QueryNode, isNegated = false): Lead | null {
  switch (node.type) {
    case 'not':
      return leadOf(node.node, !isNegated);
    case 'word':
      return isNegated ? null : needLead(wordTest(node.value, ALL_TEXTS).need);
    case 'term':
      return isNegated ? null : termLead(node);
    default: {
      const leads = node.nodes.map((one) => leadOf(one, isNegated));
      return (node.type === 'and') === !isNegated ? all(leads) : any(leads);
    }
  }
}

function all(leads: ReadonlyArray<Lead | null>): Lead | null {
  const known = leads.filter((lead) => lead !== null);
  const [only] = known;
  if (only === undefined) return null;
  return known.length === 1 ? only : { type: 'and', leads: known };
}

function any(leads: ReadonlyArray<Lead | null>): Lead | null {
  const known = leads.filter((lead) => lead !== null);
  if (known.length < leads.length) return null;
  const [only] = known;
  if (known.length === 1 && only) return only;
  return { type: 'or', leads: known };
}

function needLead(need: IndexNeed | null): Lead | null {
  if (need === null || need.type === 'term') return need;
  const leads = need.needs.map(needLead);
  return need.type === 'and' ? all(leads) : any(leads);
}

function termLead(term: QueryTerm): Lead | null {
  const { field, values } = term;
  const texts = values.map((value) => value.pieces.join('*'));
  switch (field) {
    case 'title':
    case 'text': {
      const columns = field === 'title' ? 'title' : 'title description';
      return any(values.map((value) => needLead(wordTest(value, columns).need)));
    }
    case 'host':
    case 'user':
      return any(values.map((value) => nameLead(field === 'host' ? 'h' : 'u', value)));
    case 'ip':
    case 'dest':
      return any(values.map(addressLead));
    case 'tech':
      return any(values.map(techniqueLead));
    case 'escalated':
      return texts.every((text) => text === 'yes') ? { type: 'rows', of: field, values: [] } : null;
    case 'decision':
      // What most alerts are is found along the list.
      if (!texts.every((text) => text === 'escalate' || text === 'auto-close')) return null;
      return { type: 'rows', of: field, values: texts };
    case 'id':
    case 'group':
    case 'incident':
    case 'verdict':
      if (values.some(isNone)) return null;
      return { type: 'rows', of: field, values: texts };
    case 'closed-after':
      return { type: 'rows', of: field, values: texts };
    case 'watched':
    case 'mentioned':
    case 'assignee':
      if (values.some((value) => isNone(value) || value.pieces.length > 1)) return null;
      return { type: 'rows', of: field, values: texts };
    default:
      return null;
  }
}

const entity = (term: string, isBeginning: boolean): Lead => ({
  type: 'term',
  term: { columns: 'entity_terms', term, isBeginning },
});

function nameLead(kind: 'h' | 'u', value: QueryValue): Lead | null {
  const [start = ''] = value.pieces;
  if (isNone(value) || start === '' || !start.isWellFormed()) return null;
  return entity(nameWord(kind, start), value.pieces.length > 1);
}

/** What is not made of letters and digits is more than one term of the index, or none. */
const ONE_TERM = /^[\da-z]+$/i;

function addressLead(value: QueryValue): Lead | null {
  const [start = ''] = value.pieces;
  if (isNone(value)) return null;
  if (value.pieces.length === 1) {
    const network = networkOf(start);
    if (network) {
      const bytes = network.bytes.slice(0, network.bits >> 3);
      if (network.bytes.length !== 4 || bytes.length === 0) return null;
      return entity(bytes.join('x') + (bytes.length === 4 ? '' : 'x'), bytes.length < 4);
    }
  }
  const word = addressWord(start);
  return ONE_TERM.test(word) ? entity(word, value.pieces.length > 1) : null;
}

function techniqueLead(value: QueryValue): Lead | null {
  const known = techniqueOf(value);
  return known === null ? null : entity(techniqueWord(known), !known.includes('.'));
}
