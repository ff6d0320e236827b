import { type BracketStack, CLOSE_ARRAY, OPEN_ARRAY, OPEN_OBJECT } from './json-bytes.ts';

/**
 * Lists that tools put an envelope around, by the path of their keys: Elasticsearch and OpenSearch
 * search answers, and what exports, connectors and cloud services commonly write.
 */
const WRAPPED_LISTS: ReadonlySet<string> = new Set([
  'hits.hits',
  'data.affected_items',
  'data.alerts',
  'data.items',
  'alerts',
  'Alerts',
  'records',
  'Records',
  'findings',
  'Findings',
  'results',
  'items',
  'value',
  'data',
  'events',
  'Events',
  'rows',
]);
const LONGEST_KEY = 40;

/** Follows the keys of a top-level object, as deep as an envelope goes, to see a wrapped list begin. */
export class WrapperWatch {
  #text = '';
  #isInKeyText = false;
  #outer = '';
  #inner = '';
  #pending = false;

  reset(): void {
    this.#text = '';
    this.#isInKeyText = false;
    this.#outer = '';
    this.#inner = '';
    this.#pending = false;
  }

  /** Bytes of a string at depth 1 or 2, complete or its next piece. */
  string(piece: Buffer, isClosed: boolean): void {
    if (!this.#isInKeyText) this.#text = '';
    if (this.#text.length < LONGEST_KEY) this.#text += piece.toString('latin1', 0, LONGEST_KEY);
    this.#isInKeyText = !isClosed;
  }

  colon(depth: number): void {
    if (depth === 1) this.#outer = this.#text;
    else if (depth === 2) this.#inner = this.#text;
  }

  /** An opening bracket; `stack` does not hold it yet. */
  open(bracket: number, stack: BracketStack): void {
    const path = stack.depth === 1 ? this.#outer : `${this.#outer}.${this.#inner}`;
    this.#pending =
      bracket === OPEN_ARRAY && stack.depth <= 2 && stack.isInObject && WRAPPED_LISTS.has(path);
  }

  /** The first byte in an array that may be a wrapped list says whether it holds records. */
  confirms(byte: number | undefined): boolean {
    const isPending = this.#pending;
    this.#pending = false;
    return isPending && (byte === OPEN_OBJECT || byte === CLOSE_ARRAY);
  }

  get isPending(): boolean {
    return this.#pending;
  }
}
