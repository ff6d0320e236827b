/**
 * Everything that leaves for a model passes through here. Defences: secrets are removed for good;
 * what names people, machines, places and companies gets a pseudonym that lives as long as the run;
 * disguised spellings (escapes, look-alikes, defanged dots, base64 and hexadecimal) are read as what
 * they say; words of a text that look like a pseudonym become one themselves, so that nobody can
 * write another's; the outcome is looked through again, and so are the bytes that leave. Whatever
 * fails or is doubtful throws: nothing is sent then.
 */
import { ModelFailure, type ModelMessage } from '../../platform/model-port.ts';
import { createRunPseudonyms, type RunPseudonyms } from './pseudonyms.ts';
import type { KnownTerm, Redaction, Redactor, Removed, TermSource } from './redaction.types.ts';
import {
  collectWords,
  findInText,
  type Look,
  leaksIn,
  type ReadText,
  secretValues,
  type TextPart,
} from './redaction-find.ts';
import { indexTerms, type TermIndex } from './redaction-terms.ts';
import { viewText } from './redaction-view.ts';

const MOST_RUNS = 200;
const REDACTION_NOTE =
  'Names such as HOST_3, USER_1, IP_2 stand for real ones, and HOST_3v2 is HOST_3 in another spelling. Write them exactly as they are. [REMOVED:…] marks what was taken out.';

interface Run {
  readonly names: RunPseudonyms;
  /** By folded value and kind. */
  readonly terms: Map<string, KnownTerm>;
  readonly asked: Set<string>;
  /** Found in this run: removed wherever they stand. */
  readonly secrets: Set<string>;
}

export interface RedactorDeps {
  readonly terms: TermSource;
  /** Secrets known as such, as the key of the endpoint: never in a text. */
  readonly secrets: () => readonly string[];
}

function failClosed<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ModelFailure) throw error;
    throw new ModelFailure('redaction', 'The text could not be redacted, so nothing was sent.');
  }
}

const leaked = () =>
  new ModelFailure(
    'redaction',
    'The text still held something that must not leave, so nothing was sent.',
  );

export function createRedactor({ terms, secrets }: RedactorDeps): Redactor {
  const runs = new Map<string, Run>();

  function runOf(runId: string): Run {
    const known = runs.get(runId);
    if (known !== undefined) return known;
    const run: Run = {
      names: createRunPseudonyms(),
      terms: new Map(),
      asked: new Set(),
      secrets: new Set(),
    };
    runs.set(runId, run);
    const oldest = runs.keys().next().value;
    if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest);
    return run;
  }

  function learn(run: Run, known: Iterable<KnownTerm>): void {
    for (const term of known) {
      const key = term.value.toLowerCase();
      if (!run.terms.has(key)) run.terms.set(key, term);
    }
  }

  /** What the texts of a run may give away: learnt before any of them is changed. */
  function indexFor(run: Run, texts: readonly string[], read: readonly ReadText[]): TermIndex {
    learn(run, terms.standing());
    const views = read.map(({ view }) => view);
    const words = collectWords(texts, views).filter((word) => !run.asked.has(word));
    for (const word of words) run.asked.add(word);
    if (words.length > 0) learn(run, terms.among(words));
    for (const text of read) learn(run, findInText.placedTerms(text));
    return indexTerms(findInText.kept(run.terms.values(), terms.hidesExternal()));
  }

  function redactAll(messages: readonly ModelMessage[], run: Run): Redaction {
    const hidesExternal = terms.hidesExternal();
    const texts = messages.flatMap(textsOf);
    const read = texts.map((text) => findInText.read(text, hidesExternal));
    for (const one of read) for (const value of secretValues(one)) run.secrets.add(value);
    const known = [...secrets(), ...run.secrets];
    const look: Look = { index: indexFor(run, texts, read), hidesExternal, secrets: known };
    const removed = new Map<string, number>();
    const clean = read.map((one, index) => redactText(texts[index] ?? '', one, run, look, removed));
    const pseudonyms = run.names.list();
    const changed = withTexts(messages, clean);
    return {
      messages: pseudonyms.length + removed.size > 0 ? withNote(changed) : changed,
      pseudonyms,
      removed: Array.from(removed, ([kind, count]): Removed => ({ kind, count })),
    };
  }

  return {
    redact: (messages, runId) => failClosed(() => redactAll(messages, runOf(runId))),
    check: (body, runId) =>
      failClosed(() => {
        const run = runOf(runId);
        const hidesExternal = terms.hidesExternal();
        const index = indexTerms(findInText.kept(run.terms.values(), hidesExternal));
        const look: Look = { index, hidesExternal, secrets: [...secrets(), ...run.secrets] };
        for (const text of textsOfBody(body)) if (leaksIn(viewText(text), look)) throw leaked();
        if (look.secrets.some((secret) => secret.length >= 6 && body.includes(secret)))
          throw leaked();
      }),
    restore: (text, runId) => runs.get(runId)?.names.restore(text) ?? text,
    restoring: (runId) => runOf(runId).names.restoring(),
    forget: (runId) => void runs.delete(runId),
  };
}

function redactText(
  text: string,
  read: ReadText,
  run: Run,
  look: Look,
  removed: Map<string, number>,
): string {
  const put = (of: string, parts: readonly TextPart[]): string => {
    let out = '';
    let at = 0;
    for (const part of parts) {
      out += of.slice(at, part.from) + replaced(of, part, run, removed);
      at = part.to;
    }
    return out + of.slice(at);
  };
  const once = put(text, findInText.parts(read, look));
  const view = viewText(once);
  const left = findInText.secretsLeft(view, look);
  const clean = left.length === 0 ? once : put(once, left);
  if (left.length === 0 ? leaksIn(view, look, 'names') : leaksIn(viewText(clean), look))
    throw leaked();
  return clean;
}

function replaced(text: string, part: TextPart, run: Run, removed: Map<string, number>): string {
  if (part.type === 'pseudonym') return run.names.nameOf(part.kind, text.slice(part.from, part.to));
  removed.set(part.kind, (removed.get(part.kind) ?? 0) + 1);
  return `[REMOVED:${part.kind}]`;
}

function textsOf(message: ModelMessage): string[] {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.map((call) => call.arguments)];
}

/** Messages with other texts, in the order in which `textsOf` gives them. */
function withTexts(messages: readonly ModelMessage[], texts: readonly string[]): ModelMessage[] {
  let at = 0;
  const next = () => texts[at++] ?? '';
  return messages.map((message) => {
    const content = next();
    if (message.role !== 'assistant' || message.toolCalls === undefined)
      return { ...message, content };
    const toolCalls = message.toolCalls.map((call) => ({ ...call, arguments: next() }));
    return { ...message, content, toolCalls };
  });
}

function withNote(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const first = messages.findIndex(({ role }) => role === 'system');
  return messages.map((message, index) =>
    index === first ? { ...message, content: `${message.content}\n\n${REDACTION_NOTE}` } : message,
  );
}

/** Every text of the messages in a body; names of tools and models are ours and name nobody. */
function textsOfBody(body: string): string[] {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  const parsed: unknown = JSON.parse(body);
  const messages = (parsed as { messages?: unknown; input?: unknown } | null)?.messages;
  walk(messages);
  return texts.map((text) => text.replace(REDACTION_NOTE, ''));
}
