/**
 * Mentions in comments. Stored as `@{account id}`, so that they outlive a change of name; written and
 * read as `@Name`. Whatever is no mention of a known account is text and stays text.
 */

const MENTION = /@\{([A-Za-z0-9][A-Za-z0-9._:-]{0,99})\}/g;
export const MENTIONS_MAX = 20;

/** A person as completion offers them. */
export interface Mentionable {
  readonly id: string;
  /** Unique among those that can be mentioned. */
  readonly name: string;
}

export type CommentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'mention'; readonly id: string };

/** The parts of a stored comment, in order; together they are the whole of it. */
export function commentParts(text: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > from) parts.push({ type: 'text', text: text.slice(from, match.index) });
    parts.push({ type: 'mention', id: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ type: 'text', text: text.slice(from) });
  return parts;
}

/** The accounts that a stored comment mentions, each once. */
export function mentionedIds(text: string): string[] {
  const ids = commentParts(text).flatMap((part) => (part.type === 'mention' ? [part.id] : []));
  return [...new Set(ids)];
}

/** Names that two people share get something that tells them apart. */
export function mentionables(
  people: readonly { readonly id: string; readonly name: string; readonly email: string }[],
): Mentionable[] {
  const count = new Map<string, number>();
  for (const { name } of people) count.set(fold(name), (count.get(fold(name)) ?? 0) + 1);
  return people.map(({ id, name, email }) => ({
    id,
    name: (count.get(fold(name)) ?? 0) > 1 ? `${name} (${email})` : name,
  }));
}

function fold(name: string): string {
  return name.toLowerCase();
}

/** What a person wrote, as it is stored. Of two names where one begins the other, the longer counts. */
export function encodeMentions(written: string, people: readonly Mentionable[]): string {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  let stored = '';
  let at = 0;
  while (at < written.length) {
    const next = written.indexOf('@', at);
    if (next < 0) return stored + written.slice(at);
    const person = isWordBefore(written, next)
      ? undefined
      : byLength.find(({ name }) => isNameAt(written, next + 1, name));
    stored += written.slice(at, next) + (person ? `@{${person.id}}` : '@');
    at = next + 1 + (person ? person.name.length : 0);
  }
  return stored;
}

/** As in `a@b`, which mentions nobody. */
function isWordBefore(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '');
}

function isNameAt(text: string, at: number, name: string): boolean {
  if (name === '' || fold(text.slice(at, at + name.length)) !== fold(name)) return false;
  return !/^[\p{L}\p{N}_]/u.test(text.slice(at + name.length, at + name.length + 2));
}

/** A stored comment as its author edits it. */
export function decodeMentions(text: string, people: readonly Mentionable[]): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return commentParts(text)
    .map((part) => {
      if (part.type === 'text') return part.text;
      const name = names.get(part.id);
      return name === undefined ? `@{${part.id}}` : `@${name}`;
    })
    .join('');
}

/** A name being written after an @, up to the caret. */
export interface MentionStart {
  /** Where its @ is. */
  readonly at: number;
  readonly typed: string;
}

const TYPED_MAX = 40;

export function mentionBeforeCaret(written: string, caret: number): MentionStart | null {
  const before = written.slice(Math.max(0, caret - TYPED_MAX - 1), caret);
  const offset = before.lastIndexOf('@');
  if (offset < 0) return null;
  const at = caret - before.length + offset;
  const typed = before.slice(offset + 1);
  if (isWordBefore(written, at) || /[\n@{}]/.test(typed) || typed.startsWith(' ')) return null;
  return { at, typed };
}

/** Whom completion offers, those whose name begins so first. */
export function offeredFor(typed: string, people: readonly Mentionable[]): Mentionable[] {
  const wanted = fold(typed);
  const begins = people.filter(({ name }) => fold(name).startsWith(wanted));
  const holds = people.filter(
    ({ name }) => !fold(name).startsWith(wanted) && fold(name).includes(` ${wanted}`),
  );
  return [...begins, ...holds].slice(0, 6);
}
