/**
 * ATT&CK by file: the official Enterprise bundle (STIX 2.1, OASIS, section 3 and 4.2; ATT&CK's own
 * properties as its "ATT&CK Data Model" names them), or the compact table this product writes. The file
 * is a stranger's: it is bounded, and only what has the form of ATT&CK is taken from it.
 */
import { z } from 'zod';
import { fromBundle } from './attack-table.bundle.ts';
import {
  AttackFileError,
  cleaned,
  isObject,
  MITIGATION_ID,
  NAME_MAX,
  onlyFirst,
  TACTIC_ID,
  TACTICS_MAX,
  TECHNIQUE_ID,
  TECHNIQUES_MAX,
  VERSION,
} from './attack-table.parts.ts';
import type { AttackData } from './attack-table.types.ts';

/** The Enterprise bundle has about 50 MB. */
export const ATTACK_FILE_MAX = 96 * 1024 * 1024;
/** STIX nests five deep; the bundle has some 300,000 objects and lists and 2 million values. */
const DEPTH_MAX = 64;
const CONTAINERS_MAX = 1_500_000;
const VALUES_MAX = 6_000_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];

const nameSchema = z
  .string()
  .max(4 * NAME_MAX)
  .transform((text) => cleaned(text).slice(0, NAME_MAX))
  .pipe(z.string().min(1));
const placesSchema = z.array(z.int().min(0)).max(TACTICS_MAX);
const techniqueId = z.string().regex(TECHNIQUE_ID);
const compactSchema = z.object({
  format: z.literal('watchfloor-attack'),
  formatVersion: z.literal(1),
  version: z.union([z.string().regex(VERSION), z.literal('unknown')]),
  notice: z.string().max(4_000).transform(cleaned),
  tactics: z
    .array(z.object({ id: z.string().regex(TACTIC_ID).nullable(), name: nameSchema }))
    .min(1)
    .max(TACTICS_MAX),
  techniques: z
    .array(z.tuple([techniqueId, nameSchema, placesSchema]))
    .min(1)
    .max(TECHNIQUES_MAX),
  retired: z
    .array(z.tuple([techniqueId, nameSchema, placesSchema, techniqueId.nullable()]))
    .max(TECHNIQUES_MAX)
    .default([]),
  mitigations: z.array(z.tuple([z.string().regex(MITIGATION_ID), nameSchema])).max(TECHNIQUES_MAX),
  mitigates: z.record(techniqueId, z.array(z.string().regex(MITIGATION_ID)).max(200)),
  isComplete: z.boolean(),
});

export function toCompactAttack(data: AttackData): string {
  const compact: z.infer<typeof compactSchema> = {
    ...{
      format: 'watchfloor-attack',
      formatVersion: 1,
      version: data.version,
      notice: data.notice,
    },
    tactics: data.tactics.map(({ id, name }) => ({ id, name })),
    techniques: data.techniques.map(({ id, name, tactics }) => [id, name, [...tactics]]),
    retired: data.retired.map(({ id, name, tactics, by }) => [id, name, [...tactics], by]),
    mitigations: data.mitigations.map(({ id, name }) => [id, name]),
    mitigates: Object.fromEntries(
      Object.entries(data.mitigates).map(([id, ids]) => [id, [...ids]]),
    ),
    isComplete: data.isComplete,
  };
  return JSON.stringify(compact);
}

/** @throws AttackFileError */
export function parseAttackFile(text: string): AttackData {
  if (text.length > ATTACK_FILE_MAX)
    throw new AttackFileError(`The file is larger than ${ATTACK_FILE_MAX / 1024 / 1024} MB`);
  const json = readJson(text);
  if (isObject(json) && json.format === 'watchfloor-attack') return fromCompact(json);
  if (isObject(json) && json.type === 'bundle' && Array.isArray(json.objects))
    return fromBundle(json.objects);
  throw new AttackFileError(
    'The file is neither a STIX bundle of ATT&CK nor a table of Watchfloor',
  );
}

/** @param from place of the opening quote. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Counted before anything is built of it: a small file can hold lists that fill the memory.
 * @throws AttackFileError
 */
function refuseShape(text: string): void {
  let [depth, containers, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values++;
    else if (code === BRACKET_CLOSE || code === BRACE_CLOSE) depth--;
    else if (code === BRACKET_OPEN || code === BRACE_OPEN) {
      containers++;
      if (++depth > DEPTH_MAX)
        throw new AttackFileError(`The file is nested more than ${DEPTH_MAX} deep`);
    }
    if (containers > CONTAINERS_MAX || values > VALUES_MAX)
      throw new AttackFileError('The file holds more values than ATT&CK has');
  }
}

function readJson(text: string): unknown {
  refuseShape(text);
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw new AttackFileError('The file is not JSON');
  }
}

function fromCompact(json: unknown): AttackData {
  const read = compactSchema.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new AttackFileError(`The table is damaged at ${issue?.path.join('.') || 'its top'}`);
  }
  const { tactics, techniques, retired, mitigations, ...rest } = read.data;
  const unknown = [...techniques, ...retired].find(([, , places]) =>
    places.some((place) => place >= tactics.length),
  );
  if (unknown)
    throw new AttackFileError(`${unknown[0]} names a tactic that the table does not hold`);
  return {
    ...{
      version: rest.version,
      notice: rest.notice,
      mitigates: rest.mitigates,
      isComplete: rest.isComplete,
      tactics,
    },
    techniques: onlyFirst(techniques.map(([id, name, places]) => ({ id, name, tactics: places }))),
    retired: onlyFirst(
      retired.map(([id, name, places, by]) => ({ id, name, tactics: places, by })),
    ),
    mitigations: mitigations.map(([id, name]) => ({ id, name })),
  };
}
