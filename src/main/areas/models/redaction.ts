/**
 * Everything that leaves for a model passes through here. Defences: secrets are removed for good;
 * what names people, machines, places and companies gets a pseudonym that lives as long as the run;
 * disguised spellings (escapes, look-alikes, defanged dots, base64 and hexadecimal) are read as what
 * they say; words of a text that look like a pseudonym become one themselves, so that nobody can
 * write another's; the outcome is looked through again, and so are the bytes that leave. Whatever
 * fails or is doubtful throws: nothing is sent then.
 */
import { ModelFailure, type ModelMessage } from '../../platform/model-port.ts';
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
import {
  type CleanText,
  createRuns,
  lookOf,
  type RedactionRun,
  readTexts,
} from './redaction-run.ts';
import { viewText } from './redaction-view.ts';

const REDACTION_NOTE =
  'Names such as HOST_3, USER_1, IP_2 stand for real ones, and HOST_3v2 is HOST_3 in another spelling. Write them exactly as they are. [REMOVED:…] marks what was taken out.';

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
  const runs = createRuns();

  function learn(run: RedactionRun, known: Iterable<KnownTerm>): void {
    for (const term of known) {
      const key = term.value.toLowerCase();
      if (!run.terms.has(key)) run.terms.set(key, term);
    }
  }

  /** What texts of a run may give away: learnt before any of them is changed. */
  function learnFrom(run: RedactionRun, fresh: ReadonlyMap<string, ReadText>): void {
    learn(run, terms.standing());
    const read = [...fresh.values()];
    const views = read.map(({ view }) => view);
    const words = collectWords([...fresh.keys()], views).filter((word) => !run.asked.has(word));
    for (const word of words) run.asked.add(word);
    if (words.length > 0) learn(run, terms.among(words));
    for (const text of read) {
      learn(run, findInText.placedTerms(text));
      for (const value of secretValues(text)) run.secrets.add(value);
    }
  }

  function redactAll(messages: readonly ModelMessage[], run: RedactionRun): Redaction {
    const hidesExternal = terms.hidesExternal();
    const texts = messages.flatMap(textsOf);
    const { read, fresh } = readTexts(run, texts, hidesExternal);
    learnFrom(run, fresh);
    const look = lookOf(run, secrets(), hidesExternal);
    const removed = new Map<string, number>();
    const clean = read.map((one, index) => {
      const text = texts[index] ?? '';
      const made = run.clean.get(text) ?? redactText(text, one, run, look);
      run.clean.set(text, made);
      for (const kind of made.removed) removed.set(kind, (removed.get(kind) ?? 0) + 1);
      return made.text;
    });
    const pseudonyms = run.names.list();
    const changed = withTexts(messages, clean);
    return {
      messages: pseudonyms.length + removed.size > 0 ? withNote(changed) : changed,
      pseudonyms,
      removed: Array.from(removed, ([kind, count]): Removed => ({ kind, count })),
    };
  }

  return {
    redact: (messages, runId) => failClosed(() => redactAll(messages, runs.of(runId))),
    check: (body, runId) =>
      failClosed(() => {
        const look = lookOf(runs.of(runId), secrets(), terms.hidesExternal());
        for (const text of textsOfBody(body)) if (leaksIn(viewText(text), look)) throw leaked();
        if (look.secrets.some((secret) => secret.length >= 6 && body.includes(secret)))
          throw leaked();
      }),
    restore: (text, runId) => runs.find(runId)?.names.restore(text) ?? text,
    restoring: (runId) => runs.of(runId).names.restoring(),
    forget: runs.forget,
  };
}

function redactText(text: string, read: ReadText, run: RedactionRun, look: Look): CleanText {
  const removed: string[] = [];
  const put = (of: string, parts: readonly TextPart[]): string => {
    let out = '';
    let at = 0;
    for (const part of parts) {
      out += of.slice(at, part.from) + replaced(of, part, run);
      if (part.type === 'removed') removed.push(part.kind);
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
  return { text: clean, removed };
}

function replaced(text: string, part: TextPart, run: RedactionRun): string {
  return part.type === 'pseudonym'
    ? run.names.nameOf(part.kind, text.slice(part.from, part.to))
    : `[REMOVED:${part.kind}]`;
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
