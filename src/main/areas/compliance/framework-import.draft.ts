/** What a file of frameworks says, whatever its format, and the tidying that is the same for all. */
import { ZodError } from 'zod';

import type {
  FrameworkColumns,
  FrameworkFileFormat,
  LeftOut,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import {
  FRAMEWORK_LIMITS,
  type FrameworkCategory,
} from '../../../shared/areas/compliance/frameworks.rules.ts';
import {
  PACK_LIMITS,
  type PackRequirement,
} from '../../../shared/areas/compliance/pack.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { DraftLinks } from './crosswalk-import.ts';
import type { Answer } from './framework-write.ts';

/** A requirement as a file has it, with the line it stands on where the format has lines. */
export interface DraftItem extends PackRequirement {
  readonly line?: number;
  readonly answer?: Answer;
}

export interface DraftFramework {
  readonly name: string;
  readonly version: string | null;
  readonly publisher: string | null;
  readonly licence: string | null;
  readonly source: string | null;
  readonly description: string | null;
  readonly category: FrameworkCategory | null;
  readonly requirements: PackRequirement[];
  /** By the requirement's id. */
  readonly answers: [string, Answer][];
}

export interface FileDraft {
  readonly format: FrameworkFileFormat;
  readonly frameworks: DraftFramework[];
  /** By the document that says them. */
  readonly links: DraftLinks[];
  readonly leftOut: LeftOut[];
  readonly notes: string[];
  readonly columns: { found: { name: string; sample: string }[]; mapping: FrameworkColumns } | null;
  /** An OSCAL document as it is, which a profile may refer to. */
  readonly document: unknown;
}

export interface FrameworkHead {
  readonly name: string;
  readonly version?: string | null;
  readonly publisher?: string | null;
  readonly licence?: string | null;
  readonly source?: string | null;
  readonly description?: string | null;
  readonly category?: FrameworkCategory | null;
}

/** More is kept neither in the preview nor in the receipt; they are counted. */
const MAX_LEFT_OUT = 5_000;
const MAX_ORIGIN = 400;

export function leaveOut(
  leftOut: LeftOut[],
  item: { line?: number | undefined; where: string; reason: string },
): void {
  if (leftOut.length >= MAX_LEFT_OUT) return;
  leftOut.push({ line: item.line ?? null, where: cut(item.where, 120), reason: item.reason });
}

export const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

/** Text as a person wrote it, without what does not print; undefined where nothing is left. */
export function clean(text: unknown): string | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const cleaned = String(text)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // Tabs and line ends stay.
    .replace(/[^\P{Cc}\t\n]/gu, ' ')
    .trim();
  return cleaned === '' ? undefined : cleaned;
}

export const cleanLine = (text: unknown) => clean(text)?.replace(/\s+/g, ' ');

/** The same for every format: ids once, titles that fit, parents that are there and form no circle. */
export function tidyFramework(
  head: FrameworkHead,
  items: readonly DraftItem[],
  leftOut: LeftOut[],
): DraftFramework {
  if (items.length > PACK_LIMITS.requirements) {
    throw new AppError(
      'too-large',
      `This framework has ${items.length.toLocaleString('en')} requirements; at most ${PACK_LIMITS.requirements.toLocaleString('en')} are read. Split the file.`,
    );
  }
  const kept = keepFit(items, leftOut);
  mendParents(kept, leftOut);
  const short = (text: string | null | undefined, length: number) => {
    const line = cleanLine(text);
    return line === undefined ? null : cut(line, length);
  };
  return {
    name: short(head.name, FRAMEWORK_LIMITS.name) ?? 'Imported framework',
    version: short(head.version, FRAMEWORK_LIMITS.version),
    publisher: short(head.publisher, 120),
    licence: short(head.licence, MAX_ORIGIN),
    source: short(head.source, MAX_ORIGIN),
    description: short(head.description, FRAMEWORK_LIMITS.description),
    category: head.category ?? null,
    requirements: [...kept.values()].map(({ line: _, answer: __, ...requirement }) => requirement),
    answers: [...kept.values()].flatMap(({ id, answer }) =>
      answer === undefined ? [] : [[id, answer] as [string, Answer]],
    ),
  };
}

function keepFit(items: readonly DraftItem[], leftOut: LeftOut[]): Map<string, DraftItem> {
  const kept = new Map<string, DraftItem>();
  for (const item of items) {
    const { id, line } = item;
    const refuse = (reason: string) => leaveOut(leftOut, { line, where: id || '(no id)', reason });
    if (id === '') refuse('It has no id');
    else if (id.length > PACK_LIMITS.id)
      refuse(`Its id is longer than ${PACK_LIMITS.id} characters`);
    else if (kept.has(id)) refuse('Its id stands twice; the first one is taken');
    else if (item.title === '') refuse('It has no title');
    else kept.set(id, { ...item, ...fitted(item, refuse) });
  }
  return kept;
}

function fitted(item: DraftItem, note: (reason: string) => void): Partial<DraftItem> {
  const { text } = item;
  if (text !== undefined && text.length > PACK_LIMITS.text) {
    note(`Its text was cut after ${PACK_LIMITS.text} characters`);
  }
  return {
    title: cut(item.title, PACK_LIMITS.title),
    ...(text === undefined ? {} : { text: cut(text, PACK_LIMITS.text) }),
  };
}

/** A parent that is not there, or that stands under itself, is no parent. */
function mendParents(kept: Map<string, DraftItem>, leftOut: LeftOut[]): void {
  const orphan = (item: DraftItem, reason: string) => {
    const { parent: _, ...rest } = item;
    kept.set(item.id, rest);
    leaveOut(leftOut, { line: item.line, where: item.id, reason });
  };
  for (const item of [...kept.values()]) {
    const { parent } = item;
    if (parent === undefined) continue;
    if (!kept.has(parent))
      orphan(item, `Its parent ${cut(parent, 64)} is not there; it stands at the top`);
    else if (isUnderItself(item.id, kept)) {
      orphan(item, 'Its parents form a circle; it stands at the top');
    }
  }
}

function isUnderItself(id: string, kept: ReadonlyMap<string, DraftItem>): boolean {
  const passed = new Set<string>();
  let at = kept.get(id)?.parent;
  while (at !== undefined && !passed.has(at)) {
    if (at === id) return true;
    passed.add(at);
    at = kept.get(at)?.parent;
  }
  return false;
}

/** Refuses what a schema does not take, with the first thing that is wrong with it. */
export function parsedOrRefused<R>(parse: () => R, what: string): R {
  try {
    return parse();
  } catch (cause) {
    if (!(cause instanceof ZodError)) throw cause;
    const issue = cause.issues[0];
    const where = issue?.path.join('.') || 'the beginning';
    const message = `${what} that cannot be read, at ${cut(where, 120)}: ${cut(issue?.message ?? '', 120)}.`;
    throw new AppError('bad-input', message, { cause });
  }
}
