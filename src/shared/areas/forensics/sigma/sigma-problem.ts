/** Why a document cannot run: `invalid` breaks the specification, `unsupported` asks for what we cannot do. */
export class SigmaProblem extends Error {
  readonly state: 'invalid' | 'unsupported';

  constructor(state: 'invalid' | 'unsupported', message: string) {
    super(message);
    this.name = 'SigmaProblem';
    this.state = state;
  }
}

export function invalid(message: string): SigmaProblem {
  return new SigmaProblem('invalid', message);
}

export function unsupported(message: string): SigmaProblem {
  return new SigmaProblem('unsupported', message);
}

/** What a stranger wrote, for a message: short, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `'${line.length > 60 ? `${line.slice(0, 59)}…` : line}'`;
}
