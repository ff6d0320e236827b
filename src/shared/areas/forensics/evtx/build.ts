/** Fills a blueprint with the values of a template instance. */
import type { BlueprintAttribute, BlueprintElement, BlueprintPart } from './blueprint.ts';
import type { Budget } from './budget.ts';
import {
  type EvtxAttribute,
  type EvtxElement,
  type EvtxScalar,
  VALUE_TYPES,
} from './evtx.types.ts';
import { scalarText } from './scalar-text.ts';
import { isArrayType } from './values.ts';

/** By the index that substitutions name. */
export interface Values {
  readonly types: readonly number[];
  readonly slots: readonly Slot[];
}

export type Slot = EvtxScalar | ValueList | NestedElements;

/** Of an array type. */
export interface ValueList {
  readonly kind: 'list';
  readonly items: readonly EvtxScalar[];
}

/** Of a value that holds binary XML. */
export interface NestedElements {
  readonly kind: 'elements';
  readonly elements: readonly EvtxElement[];
  /** What reading them cost: each further use costs the same, for a reader sees them again. */
  readonly nodes: number;
  readonly chars: number;
}

const NO_ATTRIBUTES: readonly EvtxAttribute[] = Object.freeze([]);
const NO_CHILDREN: readonly EvtxElement[] = Object.freeze([]);

function buildElement(blueprint: BlueprintElement, values: Values, budget: Budget): EvtxElement {
  budget.node();
  const { name, parts, onlyValue } = blueprint;
  const attributes =
    blueprint.fixedAttributes ?? fillAttributes(blueprint.attributes, values, budget);
  if (onlyValue >= 0) {
    const type = values.types[onlyValue] ?? VALUE_TYPES.null;
    const slot = values.slots[onlyValue] ?? null;
    if (slot === null || typeof slot !== 'object') {
      return leaf(name, type, charged(slot, budget), attributes);
    }
  }
  if (blueprint.children) {
    const children: EvtxElement[] = [];
    for (const child of blueprint.children) addElement(children, child, values, budget);
    return leaf(name, VALUE_TYPES.null, null, attributes, children);
  }
  if (parts.length === 0) return leaf(name, VALUE_TYPES.null, null, attributes);
  return fillParts(blueprint, attributes, values, budget);
}

/**
 * The children that a blueprint stands for: one, or one per value where its content is a list, or none
 * where its content is optional and null (section 'Optional substitution').
 */
export function addElement(
  into: EvtxElement[],
  blueprint: BlueprintElement,
  values: Values,
  budget: Budget,
): void {
  const { onlyValue, isOptional } = blueprint;
  const type = onlyValue < 0 ? -1 : values.types[onlyValue];
  if (isOptional && type === VALUE_TYPES.null) return;
  const list = isArrayType(type ?? -1) ? listAt(values, onlyValue) : null;
  if (list === null) into.push(buildElement(blueprint, values, budget));
  else addList(into, blueprint, list, values, budget);
}

function addList(
  into: EvtxElement[],
  blueprint: BlueprintElement,
  list: readonly EvtxScalar[],
  values: Values,
  budget: Budget,
): void {
  budget.nodes(list.length + 1);
  const attributes =
    blueprint.fixedAttributes ?? fillAttributes(blueprint.attributes, values, budget);
  const type = (values.types[blueprint.onlyValue] ?? 0) & 0x7f;
  if (list.length === 0) into.push(leaf(blueprint.name, VALUE_TYPES.null, null, attributes));
  for (const value of list) into.push(leaf(blueprint.name, type, value, attributes));
}

export function leaf(
  name: string,
  type: number,
  value: EvtxScalar,
  attributes: readonly EvtxAttribute[] = NO_ATTRIBUTES,
  children: readonly EvtxElement[] = NO_CHILDREN,
): EvtxElement {
  return { name, type, value, attributes, children };
}

function fillParts(
  blueprint: BlueprintElement,
  attributes: readonly EvtxAttribute[],
  values: Values,
  budget: Budget,
): EvtxElement {
  const children: EvtxElement[] = [];
  const texts: BlueprintPart[] = [];
  for (const part of blueprint.parts) {
    if (part.kind === 'element') addElement(children, part.element, values, budget);
    else if (part.kind === 'instruction') {
      children.push(leaf(`?${part.target}`, VALUE_TYPES.string, part.data));
    } else if (part.kind === 'value' && values.types[part.index] === VALUE_TYPES.binaryXml) {
      addNested(children, values.slots[part.index], budget);
    } else texts.push(part);
  }
  if (texts.length === 0) return leaf(blueprint.name, VALUE_TYPES.null, null, attributes, children);
  const { type, value } = joined(texts, values, budget);
  return leaf(blueprint.name, type, value, attributes, children);
}

function addNested(into: EvtxElement[], slot: Slot | undefined, budget: Budget): void {
  if (slot === null || typeof slot !== 'object' || slot.kind !== 'elements') return;
  budget.nodes(slot.nodes);
  budget.chars(slot.chars);
  for (const element of slot.elements) into.push(element);
}

/** One value keeps its type; several are one text. */
function joined(
  parts: readonly BlueprintPart[],
  values: Values,
  budget: Budget,
): { readonly type: number; readonly value: EvtxScalar } {
  const first = parts[0];
  if (parts.length === 1 && first?.kind === 'value' && listAt(values, first.index) === null) {
    const type = values.types[first.index] ?? VALUE_TYPES.null;
    return { type, value: charged(scalarAt(values, first.index), budget) };
  }
  let text = '';
  for (const part of parts) {
    text += partText(part, values);
    budget.node();
  }
  return { type: VALUE_TYPES.string, value: charged(text, budget) };
}

function partText(part: BlueprintPart, values: Values): string {
  if (part.kind === 'text') return part.text;
  if (part.kind !== 'value') return '';
  const list = listAt(values, part.index);
  return list ? list.map(scalarText).join(', ') : scalarText(scalarAt(values, part.index));
}

function listAt(values: Values, index: number): readonly EvtxScalar[] | null {
  const slot = values.slots[index];
  return typeof slot === 'object' && slot?.kind === 'list' ? slot.items : null;
}

function scalarAt(values: Values, index: number): EvtxScalar {
  const slot = values.slots[index] ?? null;
  return typeof slot === 'object' ? null : slot;
}

/** An optional value that is null takes its attribute with it. */
function fillAttributes(
  blueprints: readonly BlueprintAttribute[],
  values: Values,
  budget: Budget,
): readonly EvtxAttribute[] {
  const attributes: EvtxAttribute[] = [];
  for (const { name, parts, onlyValue, isOptional } of blueprints) {
    const type = onlyValue < 0 ? VALUE_TYPES.string : (values.types[onlyValue] ?? VALUE_TYPES.null);
    if (onlyValue < 0 || isArrayType(type)) {
      const text = parts.map((part) => partText(part, values)).join('');
      attributes.push({ name, type: VALUE_TYPES.string, value: charged(text, budget) });
    } else if (type !== VALUE_TYPES.null || !isOptional) {
      attributes.push({ name, type, value: charged(scalarAt(values, onlyValue), budget) });
    }
  }
  return attributes.length === 0 ? NO_ATTRIBUTES : attributes;
}

/** A definition can name one long value a thousand times: each is paid for. */
function charged(value: EvtxScalar, budget: Budget): EvtxScalar {
  if (typeof value === 'string') budget.chars(value.length);
  return value;
}
