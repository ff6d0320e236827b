/**
 * Looks at every byte of an answer before it is kept anywhere. Defences: so many bytes and so long a
 * line at most, so that neither a 10 MB line nor an endless stream grows memory; UTF-8 or nothing;
 * comments of the stream (heart-beats) are no content, so that they do not feed the watchdog.
 */
import { ModelFailure } from '../../platform/model-port.ts';

export interface AnswerLimits {
  readonly maxBytes: number;
  readonly maxLineBytes: number;
}

export interface AnswerGuard {
  /** True where there was more than comments in it. @throws ModelFailure */
  look(piece: Uint8Array): boolean;
  /** @throws ModelFailure */
  end(): void;
  readonly bytes: number;
  /** `data: [DONE]` was the last that came. */
  readonly isDone: boolean;
}

const LF = 10;
const CR = 13;
const COLON = 58;
const TAIL = 64;

export function createAnswerGuard({ maxBytes, maxLineBytes }: AnswerLimits): AnswerGuard {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let line = 0;
  let isComment = false;
  let tail = '';

  function decode(piece?: Uint8Array): void {
    try {
      const text = piece ? utf8.decode(piece, { stream: true }) : utf8.decode();
      tail = (tail + text.slice(-TAIL)).slice(-TAIL);
    } catch {
      throw new ModelFailure('not-json', 'The answer is not written in UTF-8.');
    }
  }

  return {
    look(piece) {
      bytes += piece.length;
      if (bytes > maxBytes)
        throw new ModelFailure(
          'too-large',
          `The answer is over ${maxBytes} bytes; it was cut off.`,
        );
      if (piece.includes(0))
        throw new ModelFailure('not-json', 'The answer is not written in UTF-8.');
      let hasContent = false;
      for (const byte of piece) {
        if (byte === LF || byte === CR) {
          line = 0;
          isComment = false;
          continue;
        }
        if (line === 0) isComment = byte === COLON;
        line += 1;
        if (!isComment) hasContent = true;
        if (line > maxLineBytes)
          throw new ModelFailure(
            'too-large',
            `A line of the answer is over ${maxLineBytes} bytes; it was cut off.`,
          );
      }
      decode(piece);
      return hasContent;
    },
    end: () => decode(),
    get bytes() {
      return bytes;
    },
    get isDone() {
      return /(?:^|\n)data: ?\[DONE\]\s*$/.test(tail);
    },
  };
}
