/**
 * Takes a model's reasoning out of an answer: what local models write between marks of their own before
 * they answer. It is no answer, is shown to nobody and cited by nothing; its letters are counted.
 * Marks count only where nothing but reasoning stands before them: in the middle of an answer they may
 * be a quote of what strangers wrote. Where the first mark is not written (its template has it), all
 * before the last one is reasoning; a stream has passed it on by then, the whole text has not.
 */

/** How each kind begins and ends, in lower case. */
const MARKS: readonly (readonly [begin: string, end: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<reflection>', '</reflection>'],
  ['<seed:think>', '</seed:think>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['◁think▷', '◁/think▷'],
  ['[think]', '[/think]'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
];
/** What stands before the answer itself, once reasoning is over. */
const LEADS: readonly string[] = ['<|start|>assistant', '<|channel|>final<|message|>'];
/** Only these are left out at the beginning. */
const BARE_ENDS: readonly string[] = ['</think>', '</thinking>', '◁/think▷', '[/think]'];
const LONGEST = 32;

export interface ReasoningFilter {
  /** What of it belongs to the answer, as far as can be told. */
  push(piece: string): string;
  /** What was held back. */
  end(): string;
  /** Letters taken out so far. */
  readonly letters: number;
}

export function createReasoningFilter(): ReasoningFilter {
  let state: 'before' | 'within' | 'answer' = 'before';
  let held = '';
  let end = '';
  let letters = 0;

  const drop = (length: number) => {
    letters += length;
    held = held.slice(length);
  };

  /** At the beginning: whether it is known by now what this is. */
  function begin(): boolean {
    const text = held.trimStart();
    const space = held.length - text.length;
    const lower = text.slice(0, LONGEST).toLowerCase();
    const mark = MARKS.find(([first]) => lower.startsWith(first));
    const lead = LEADS.find((first) => lower.startsWith(first));
    if (mark) {
      drop(space + mark[0].length);
      [, end] = mark;
      state = 'within';
      return true;
    }
    if (lead) {
      drop(space + lead.length);
      return true;
    }
    const mayBecome = [...MARKS.map(([first]) => first), ...LEADS].some((first) =>
      first.startsWith(lower),
    );
    if (mayBecome) return false;
    // The space after reasoning belongs to it.
    if (letters > 0) held = text;
    state = 'answer';
    return true;
  }

  function within(): boolean {
    const at = held.toLowerCase().indexOf(end);
    if (at >= 0) {
      drop(at + end.length);
      state = 'before';
      return true;
    }
    drop(Math.max(0, held.length - end.length + 1));
    return false;
  }

  return {
    get letters() {
      return letters;
    },
    push(piece) {
      held += piece;
      while (state !== 'answer' && held !== '') {
        if (!(state === 'before' ? begin() : within())) return '';
      }
      const out = held;
      held = '';
      return out;
    },
    end() {
      if (state === 'within') drop(held.length);
      const out = held;
      held = '';
      return out;
    },
  };
}

/** Of a whole answer from which marked reasoning is gone: what stands before an end without a beginning. */
export function bareReasoning(text: string): number {
  // JSON, or a fence around it, is an answer: a mark in it is part of a quote.
  if (/^\s*(?:[{[]|```)/.test(text)) return 0;
  const lower = text.toLowerCase();
  for (const mark of BARE_ENDS) {
    const at = lower.indexOf(mark);
    // Where its beginning is written in the middle, both are the answer's.
    if (at < 0 || lower.slice(0, at).includes(mark.replace('/', ''))) continue;
    const end = at + mark.length;
    return end + (text.length - end - text.slice(end).trimStart().length);
  }
  return 0;
}
