/**
 * Reads the event of a record: libyal, 'Windows XML Event Log (EVTX) format', sections 'Fragment',
 * 'Template instance', 'Template definition' and 'Template instance data'. A value may hold binary XML
 * again, with templates of its own.
 *
 * Template definitions are kept by their offset for the time of a chunk, for all else refers to that.
 */
import type { BlueprintElement } from './blueprint.ts';
import { BlueprintParser } from './blueprint-parser.ts';
import type { Budget } from './budget.ts';
import {
  addElement,
  leaf,
  type NestedElements,
  type Slot,
  type ValueList,
  type Values,
} from './build.ts';
import { EVTX_LIMITS, type EvtxElement, EvtxFault, VALUE_TYPES } from './evtx.types.ts';
import { TOKENS, tokenOf } from './tokens.ts';
import { isArrayType, readArray, readValue, type ValueReader } from './values.ts';

/** Token, version, identifier and offset of a template instance. */
const INSTANCE_BYTES = 10;
/** What stands before a definition's binary XML: next definition, GUID, size. */
const DEFINITION_BYTES = 24;
const NO_VALUES: Values = { types: [], slots: [] };

export class FragmentReader {
  readonly #reader: ValueReader;
  readonly #budget: Budget;
  readonly #pool: MutableValues[] = [];
  readonly #definitions = new Map<number, readonly BlueprintElement[]>();

  constructor(reader: ValueReader, budget: Budget) {
    this.#reader = reader;
    this.#budget = budget;
  }

  /** To be called once the chunk's bytes changed. */
  changed(): void {
    this.#definitions.clear();
  }

  /**
   * Elements of the binary XML from `from` to `to` (offsets in the chunk).
   * @throws EvtxFault, or RangeError where an offset lies beyond the chunk
   */
  read(from: number, to: number, depth = 0): EvtxElement[] {
    if (depth > EVTX_LIMITS.fragments) throw new EvtxFault('too-deep');
    const elements: EvtxElement[] = [];
    let at = from;
    while (at < to) {
      const token = tokenOf(this.#reader.chunk.view.getUint8(at));
      if (token === TOKENS.end) break;
      if (token === TOKENS.fragment) at += 4;
      else if (token === TOKENS.template) at = this.#instance(elements, at, to, depth);
      else at = this.#direct(elements, token, at, to);
    }
    return elements;
  }

  /** An element or an instruction without a template: Defender and forwarded events write whole records so. */
  #direct(into: EvtxElement[], token: number, from: number, to: number): number {
    const region = { from, to, isDefinition: false };
    const parser = new BlueprintParser(this.#reader, this.#budget, region);
    if (token === TOKENS.element) addElement(into, parser.element(), NO_VALUES, this.#budget);
    else if (token === TOKENS.instructionTarget) {
      const { target, data } = parser.instruction();
      into.push(leaf(`?${target}`, VALUE_TYPES.string, data));
    } else throw new EvtxFault('token');
    return parser.at;
  }

  #instance(into: EvtxElement[], from: number, to: number, depth: number): number {
    const { view } = this.#reader.chunk;
    const definition = view.getUint32(from + 6, true);
    // Both begin with the template's GUID: a chunk of two generations would give another one's texts.
    if (view.getUint32(from + 2, true) !== view.getUint32(definition + 4, true)) {
      throw new EvtxFault('template');
    }
    let at = from + INSTANCE_BYTES;
    if (definition === at) at += DEFINITION_BYTES + view.getUint32(at + 20, true);
    const blueprints = this.#definition(definition);
    const count = view.getUint32(at, true);
    const data = at + 4 + count * 4;
    if (data > to) throw new EvtxFault('out-of-bounds');
    const values = this.#valuesAt(depth, count);
    const end = this.#values(values, { from: at + 4, data, to, depth: depth + 1 });
    for (const blueprint of blueprints) addElement(into, blueprint, values, this.#budget);
    return end;
  }

  /** Lists that serve one instance after another: by depth, since a value may hold instances again. */
  #valuesAt(depth: number, count: number): MutableValues {
    this.#pool[depth] ??= { types: [], slots: [] };
    const values = this.#pool[depth];
    values.types.length = count;
    values.slots.length = count;
    return values;
  }

  #definition(offset: number): readonly BlueprintElement[] {
    const known = this.#definitions.get(offset);
    if (known) return known;
    const from = offset + DEFINITION_BYTES;
    const to = from + this.#reader.chunk.view.getUint32(offset + 20, true);
    if (to > EVTX_LIMITS.chunkBytes) throw new EvtxFault('out-of-bounds');
    const region = { from, to, isDefinition: true };
    const read = new BlueprintParser(this.#reader, this.#budget, region).definition();
    this.#definitions.set(offset, read);
    return read;
  }

  /** @returns where the data of the last value ends */
  #values(into: MutableValues, { from, data, to, depth }: ValueRegion): number {
    const { view } = this.#reader.chunk;
    const count = (data - from) / 4;
    this.#budget.nodes(count);
    let at = data;
    for (let index = 0; index < count; index++) {
      const size = view.getUint16(from + index * 4, true);
      const type = view.getUint8(from + index * 4 + 2);
      if (at + size > to) throw new EvtxFault('out-of-bounds');
      into.types[index] = type;
      if (type === VALUE_TYPES.null) into.slots[index] = null;
      else if (type === VALUE_TYPES.binaryXml) into.slots[index] = this.#nested(at, size, depth);
      else if (isArrayType(type)) into.slots[index] = this.#list(type, at, size);
      else into.slots[index] = readValue(this.#reader, type, at, size);
      at += size;
    }
    this.#budget.chars(at - data);
    return at;
  }

  #nested(at: number, size: number, depth: number): NestedElements {
    const { spentNodes, spentChars } = this.#budget;
    const elements = this.read(at, at + size, depth);
    const nodes = this.#budget.spentNodes - spentNodes;
    return { kind: 'elements', elements, nodes, chars: this.#budget.spentChars - spentChars };
  }

  #list(type: number, at: number, size: number): ValueList {
    const items = readArray(this.#reader, type, at, size);
    this.#budget.nodes(items.length);
    return { kind: 'list', items };
  }
}

interface MutableValues extends Values {
  readonly types: number[];
  readonly slots: Slot[];
}

/** Of a template instance: descriptors from `from`, data from `data`, both up to `to`. */
interface ValueRegion {
  readonly from: number;
  readonly data: number;
  readonly to: number;
  readonly depth: number;
}
