/**
 * Reads binary XML into a blueprint: libyal, 'Windows XML Event Log (EVTX) format', section 'Binary XML',
 * from 'Element' to 'PI data'.
 *
 * The input is hostile: every part is held to its region and every offset to the chunk; depth, names and
 * the number of parts are bounded; the sizes that elements state are not believed; an unknown token ends
 * the record, not the chunk.
 */
import type { BlueprintAttribute, BlueprintElement, BlueprintPart } from './blueprint.ts';
import type { Budget } from './budget.ts';
import { EVTX_LIMITS, type EvtxAttribute, EvtxFault, VALUE_TYPES } from './evtx.types.ts';
import { scalarText } from './scalar-text.ts';
import { TOKENS, tokenOf } from './tokens.ts';
import { readValue, sizeOfType, type ValueReader } from './values.ts';

const HAS_ATTRIBUTES = 0x40;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NO_ATTRIBUTES: readonly EvtxAttribute[] = Object.freeze([]);

export interface Region {
  readonly from: number;
  readonly to: number;
  /** Elements of a template definition begin with an identifier of two bytes that no others have. */
  readonly isDefinition: boolean;
}

export class BlueprintParser {
  readonly #reader: ValueReader;
  readonly #budget: Budget;
  readonly #to: number;
  readonly #isDefinition: boolean;
  #at: number;
  #depth = 0;

  constructor(reader: ValueReader, budget: Budget, region: Region) {
    this.#reader = reader;
    this.#budget = budget;
    this.#at = region.from;
    this.#to = region.to;
    this.#isDefinition = region.isDefinition;
  }

  /** Where the next token begins, from the start of the chunk. */
  get at(): number {
    return this.#at;
  }

  /** A template definition: a fragment header and its elements, up to the end token or the region's end. */
  definition(): readonly BlueprintElement[] {
    const elements: BlueprintElement[] = [];
    while (this.#at < this.#to) {
      const token = tokenOf(this.#peek());
      if (token === TOKENS.end) break;
      if (token === TOKENS.fragment) this.#skip(4);
      else if (token === TOKENS.element) elements.push(this.element());
      else throw new EvtxFault('token');
    }
    return elements;
  }

  /** From its start token on. */
  element(): BlueprintElement {
    this.#budget.node();
    if (++this.#depth > EVTX_LIMITS.depth) throw new EvtxFault('too-deep');
    const token = this.#u8();
    if (this.#isDefinition) this.#skip(2);
    this.#skip(4);
    const name = this.#name();
    const attributes = token & HAS_ATTRIBUTES ? this.#attributes() : [];
    const close = this.#u8();
    const isEmpty = close === TOKENS.closeEmpty;
    if (!isEmpty && close !== TOKENS.closeStart) throw new EvtxFault('token');
    const parts = isEmpty ? [] : this.#content();
    this.#depth--;
    return finish(name, attributes, parts);
  }

  /** From its target token on. */
  instruction(): { readonly target: string; readonly data: string } {
    this.#skip(1);
    const target = this.#name();
    if (this.#at >= this.#to || tokenOf(this.#peek()) !== TOKENS.instructionData) {
      return { target, data: '' };
    }
    this.#skip(1);
    return { target, data: this.#text() };
  }

  #attributes(): BlueprintAttribute[] {
    this.#skip(4);
    const attributes: BlueprintAttribute[] = [];
    while (tokenOf(this.#peek()) === TOKENS.attribute) {
      this.#budget.node();
      this.#skip(1);
      const name = this.#name();
      const parts = this.#attributeParts();
      attributes.push({ name, parts, ...onlyValueOf(parts) });
    }
    return attributes;
  }

  #attributeParts(): BlueprintPart[] {
    const parts: BlueprintPart[] = [];
    for (;;) {
      const part = this.#stringPart(tokenOf(this.#peek()));
      if (part === null) return parts;
      addPart(parts, part);
    }
  }

  #content(): BlueprintPart[] {
    const parts: BlueprintPart[] = [];
    for (;;) {
      const token = tokenOf(this.#peek());
      if (token === TOKENS.closeElement) {
        this.#skip(1);
        return parts;
      }
      addPart(parts, this.#stringPart(token) ?? this.#nodePart(token));
    }
  }

  #nodePart(token: number): BlueprintPart {
    if (token === TOKENS.element) return { kind: 'element', element: this.element() };
    if (token === TOKENS.instructionTarget) return { kind: 'instruction', ...this.instruction() };
    throw new EvtxFault('token');
  }

  /** What elements and attributes may both hold. Null for any other token, which is not consumed. */
  #stringPart(token: number): BlueprintPart | null {
    switch (token) {
      case TOKENS.value:
        this.#skip(1);
        return { kind: 'text', text: this.#valueText() };
      case TOKENS.cdata:
        this.#skip(1);
        return { kind: 'text', text: this.#text() };
      case TOKENS.character:
        this.#skip(1);
        return { kind: 'text', text: String.fromCharCode(this.#u16()) };
      case TOKENS.entity:
        this.#skip(1);
        return { kind: 'text', text: entityText(this.#name()) };
      case TOKENS.substitution:
      case TOKENS.optionalSubstitution:
        return this.#substitution(token === TOKENS.optionalSubstitution);
      default:
        return null;
    }
  }

  /** Its type is that of the value that is put in, so the one stated here is passed over. */
  #substitution(isOptional: boolean): BlueprintPart {
    this.#budget.node();
    this.#skip(1);
    const index = this.#u16();
    this.#skip(1);
    return { kind: 'value', index, isOptional };
  }

  #valueText(): string {
    const type = this.#u8();
    if (type === VALUE_TYPES.string) return this.#text();
    const size = sizeOfType(type);
    if (size === 0) throw new EvtxFault('value');
    const at = this.#at;
    this.#skip(size);
    return scalarText(readValue(this.#reader, type, at, size));
  }

  /** Section 'Unicode text string': the number of characters, and those. */
  #text(): string {
    const chars = this.#u16();
    const at = this.#at;
    this.#skip(chars * 2);
    this.#budget.chars(chars);
    return this.#reader.chunk.text(at, chars);
  }

  /** By its offset in the chunk; it may stand right here, where it was used first. */
  #name(): string {
    const offset = this.#u32();
    const name = this.#reader.chunk.name(offset);
    if (offset === this.#at) this.#skip(name.size);
    return name.text;
  }

  #peek(): number {
    if (this.#at >= this.#to) throw new EvtxFault('out-of-bounds');
    return this.#reader.chunk.view.getUint8(this.#at);
  }

  #skip(bytes: number): void {
    this.#at += bytes;
    if (this.#at > this.#to) throw new EvtxFault('out-of-bounds');
  }

  #u8(): number {
    this.#skip(1);
    return this.#reader.chunk.view.getUint8(this.#at - 1);
  }

  #u16(): number {
    this.#skip(2);
    return this.#reader.chunk.view.getUint16(this.#at - 2, true);
  }

  #u32(): number {
    this.#skip(4);
    return this.#reader.chunk.view.getUint32(this.#at - 4, true);
  }
}

function entityText(name: string): string {
  return ENTITIES.get(name) ?? `&${name};`;
}

/** Texts that follow each other are one. */
function addPart(parts: BlueprintPart[], part: BlueprintPart): void {
  const last = parts.at(-1);
  if (last?.kind !== 'text' || part.kind !== 'text') parts.push(part);
  else parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
}

function finish(
  name: string,
  attributes: readonly BlueprintAttribute[],
  parts: readonly BlueprintPart[],
): BlueprintElement {
  const children = elementsOf(parts);
  const fixedAttributes = fixed(attributes);
  return { name, attributes, fixedAttributes, parts, children, ...onlyValueOf(parts) };
}

function onlyValueOf(
  parts: readonly BlueprintPart[],
): Pick<BlueprintAttribute, 'onlyValue' | 'isOptional'> {
  const first = parts.length === 1 ? parts[0] : undefined;
  if (first?.kind !== 'value') return { onlyValue: -1, isOptional: false };
  return { onlyValue: first.index, isOptional: first.isOptional };
}

function elementsOf(parts: readonly BlueprintPart[]): readonly BlueprintElement[] | null {
  if (parts.length === 0) return null;
  const elements: BlueprintElement[] = [];
  for (const part of parts) {
    if (part.kind !== 'element') return null;
    elements.push(part.element);
  }
  return elements;
}

function fixed(attributes: readonly BlueprintAttribute[]): readonly EvtxAttribute[] | null {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  const texts: EvtxAttribute[] = [];
  for (const { name, parts } of attributes) {
    const first = parts[0];
    if (parts.length > 1 || first?.kind === 'value') return null;
    const value = first?.kind === 'text' ? first.text : '';
    texts.push({ name, type: VALUE_TYPES.string, value });
  }
  return texts;
}
