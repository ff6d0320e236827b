/**
 * Reads OpenIOC 1.0 (root `ioc`) and 1.1 (root `OpenIOC`): each IndicatorItem whose term is one of ours
 * becomes a row; how items are joined is named.
 *
 * Defences: a parser that streams and resolves no entity; a document type is refused; depth, items and
 * texts are bounded.
 */
import { createHash } from 'node:crypto';
import type { IntelRow, ReadIntel } from '../../../shared/areas/exchange/intel.types.ts';
import { Tally } from '../../../shared/areas/exchange/tally.ts';
import { OPENIOC_TERMS } from './openioc.table.ts';

const LIMITS = { depth: 60, items: 100_000, text: 20_000, kept: 200_000 } as const;

interface Item {
  readonly id: string;
  readonly condition: string;
  readonly isNegated: boolean;
  search: string;
  content: string;
}

interface Document {
  id: string;
  title: string;
  /** Names of elements from the root on. */
  readonly path: string[];
  /** Of the indicators around: how their parts are joined, and how many there are. */
  readonly joins: { readonly isAnd: boolean; n: number }[];
  item: Item | null;
  items: number;
  readonly rows: IntelRow[];
  readonly rejections: Tally;
  readonly losses: Tally;
}

class Refused extends Error {}

/** @returns a sentence where it is none. */
export async function readOpenIoc(text: string): Promise<ReadIntel | string> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: false });
  const document: Document = {
    ...{ id: '', title: '', path: [], joins: [], item: null, items: 0, rows: [] },
    ...{ rejections: new Tally(), losses: new Tally() },
  };
  parser.on('doctype', () => {
    throw new Refused('This file has a document type, which no file of OpenIOC needs.');
  });
  parser.on('error', () => {
    throw new Refused('This file begins like XML but is not well formed.');
  });
  parser.on('opentag', ({ name, attributes }) =>
    open(document, localName(name), attributes as Record<string, string>),
  );
  parser.on('text', (piece) => addText(document, piece));
  parser.on('cdata', (piece) => addText(document, piece));
  parser.on('closetag', ({ name }) => close(document, localName(name)));
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  return resultOf(document, text);
}

const localName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

function open(document: Document, name: string, attributes: Record<string, string>): void {
  const { path, joins } = document;
  if (path.length === 0) {
    if (!/^(?:ioc|OpenIOC)$/i.test(name)) throw new Refused('This is no file of OpenIOC.');
    document.id = (attributes.id ?? '').slice(0, 100);
  }
  path.push(name);
  if (path.length > LIMITS.depth) throw new Refused('This file is nested deeper than is read.');
  if (name === 'Indicator')
    joins.push({ isAnd: attributes.operator?.toUpperCase() === 'AND', n: 0 });
  if (name === 'IndicatorItem') {
    if (++document.items > LIMITS.items)
      throw new Refused('This file has more than 100,000 items.');
    const around = joins.at(-1);
    if (around) around.n++;
    document.item = {
      id: (attributes.id ?? `item ${document.items}`).slice(0, 100),
      condition: (attributes.condition ?? 'is').slice(0, 40),
      isNegated: attributes.negate === 'true' || attributes.condition === 'isnot',
      ...{ search: '', content: '' },
    };
  }
  if (name === 'param') document.losses.add('parameters of items', attributes['ref-id'] ?? '');
  if (name === 'Context' && document.item)
    document.item.search = (attributes.search ?? '').slice(0, 200);
}

function addText(document: Document, piece: string): void {
  const { path, item } = document;
  const name = path.at(-1);
  if (item && name === 'Content') item.content = (item.content + piece).slice(0, LIMITS.text);
  else if (!item && name === 'short_description')
    document.title = (document.title + piece).slice(0, 300);
}

function close(document: Document, name: string): void {
  document.path.pop();
  if (name === 'Indicator') {
    const ended = document.joins.pop();
    if (ended?.isAnd && ended.n > 1)
      document.losses.add('items that belong together (AND)', document.id);
  }
  if (name !== 'IndicatorItem' || !document.item) return;
  take(document, document.item);
  document.item = null;
}

function take({ rows, rejections, losses, title }: Document, item: Item): void {
  const { id, condition, search } = item;
  const value = item.content.trim();
  const type = OPENIOC_TERMS[search];
  if (value === '' || search === '') rejections.add('item without a term or content', id);
  else if (!type) rejections.add(`term ${search}`, id);
  else if (item.isNegated) rejections.add('negated item', id);
  else if (condition !== 'is' && condition !== 'contains')
    rejections.add(`item with the condition ${condition}`, id);
  else {
    if (condition === 'contains') losses.add('condition contains, read as is', id);
    rows.push({ type, value, where: id, description: title.trim() === '' ? null : title.trim() });
  }
}

function resultOf(document: Document, text: string): ReadIntel | string {
  const { rows, rejections, losses, items } = document;
  const title = document.title.trim() || 'OpenIOC';
  const hash = createHash('sha256').update(text).digest('hex');
  const id = /^[\da-f-]{36}$/i.test(document.id) ? document.id : hash.slice(0, 36);
  if (text.length > LIMITS.kept) losses.add('the document, which is larger than is kept', id);
  return {
    ...{ format: 'openioc', title, read: items, rows, relations: [], unknownFields: [] },
    objects:
      text.length > LIMITS.kept
        ? []
        : [
            {
              ...{ id: `openioc--${id}`, kind: 'openioc', name: title, object: { xml: text } },
              ...{ modifiedAt: null, isRevoked: false },
            },
          ],
    rejections: rejections.list(),
    losses: losses.list(),
  };
}
