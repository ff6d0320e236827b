/**
 * An event as JSON, in the shape that evtx_dump made common: attributes under `#attributes`, a text
 * beside them under `#text`, a `Data` under the name in its attribute, unnamed ones as a list under
 * `Data`. Names that repeat become lists; integers beyond 2^53 and numbers that are none become texts.
 */
import {
  type EvtxAttribute,
  type EvtxElement,
  type EvtxScalar,
  VALUE_TYPES,
} from './evtx.types.ts';
import { scalarText } from './scalar-text.ts';

type Json = string | number | boolean | null | JsonObject | Json[];
interface JsonObject {
  [name: string]: Json;
}
/** Has no prototype, so that a name like `__proto__` is a member as any other. */
export type EventJson = Readonly<JsonObject>;

export interface EventJsonOptions {
  /** Digits of a second's fraction: 7 keeps the format's 100 ns, 6 is what evtx_dump writes. Default: 7. */
  readonly timeDigits?: 6 | 7;
}

const ATTRIBUTES = '#attributes';
const TEXT = '#text';

/** `{ "Event": { … } }` */
export function eventToJson(event: EvtxElement, options: EventJsonOptions = {}): EventJson {
  const { timeDigits = 7 } = options;
  const json = emptyObject();
  json[event.name] = elementJson(event, event.attributes, timeDigits);
  return json;
}

function elementJson(
  element: EvtxElement,
  attributes: readonly EvtxAttribute[],
  timeDigits: number,
): Json {
  const value = scalarJson(element.type, element.value, timeDigits);
  if (attributes.length === 0 && element.children.length === 0) return value;
  const json = emptyObject();
  if (attributes.length > 0) json[ATTRIBUTES] = attributesJson(attributes, timeDigits);
  if (value !== null) json[TEXT] = value;
  for (const child of element.children) addChild(json, child, timeDigits);
  return json;
}

function addChild(into: JsonObject, child: EvtxElement, timeDigits: number): void {
  if (child.name !== 'Data') {
    put(into, child.name, elementJson(child, child.attributes, timeDigits));
    return;
  }
  const name = child.attributes.find((attribute) => attribute.name === 'Name');
  const others = name ? child.attributes.filter((attribute) => attribute !== name) : null;
  const json = elementJson(child, others ?? child.attributes, timeDigits);
  if (name) put(into, scalarText(name.value), json);
  else addUnnamed(into, json);
}

/** `"Data": { "#text": … }`: one value, or a list of them in their order. */
function addUnnamed(into: JsonObject, json: Json): void {
  const known = into.Data;
  const list = isObject(known) ? known : emptyObject();
  put(list, TEXT, json);
  into.Data = list;
}

function put(into: JsonObject, name: string, json: Json): void {
  const known = into[name];
  if (known === undefined) into[name] = json;
  else if (Array.isArray(known)) known.push(json);
  else into[name] = [known, json];
}

function attributesJson(attributes: readonly EvtxAttribute[], timeDigits: number): JsonObject {
  const json = emptyObject();
  for (const { name, type, value } of attributes) {
    put(json, name, scalarJson(type, value, timeDigits));
  }
  return json;
}

function scalarJson(type: number, value: EvtxScalar, timeDigits: number): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return scalarText(value);
  if (timeDigits === 6 && typeof value === 'string' && isTime(type))
    return value.replace(/.Z$/, 'Z');
  return value;
}

function isTime(type: number): boolean {
  return type === VALUE_TYPES.fileTime || type === VALUE_TYPES.systemTime;
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function emptyObject(): JsonObject {
  return Object.create(null);
}
