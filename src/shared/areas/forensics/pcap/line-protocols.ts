/**
 * FTP (RFC 959 section 4), SMTP (RFC 5321 section 4.1), POP3 (RFC 1939), IMAP (RFC 9051): greetings and
 * the commands that say who acts on what. Passwords are never kept, only that one was sent. STARTTLS
 * (RFC 3207, 2595, 4217) makes the rest another protocol.
 */
import { Banners } from './banner-parser.ts';
import { utf8 } from './bytes.ts';
import { HeldBytes, type Side, type StreamContext, type StreamParser } from './stream-parser.ts';

export type LineService = 'ftp' | 'smtp' | 'pop3' | 'imap';

const MOST_LINE = 8_192;
const MOST_LINES = 2_000;

/** Commands worth a banner, and the name under which their argument is given. */
const COMMANDS: Readonly<Record<LineService, Readonly<Record<string, string>>>> = {
  ftp: { USER: 'user', PASS: 'password', RETR: 'file', STOR: 'file', DELE: 'file', CWD: 'folder' },
  smtp: { HELO: 'name', EHLO: 'name', MAIL: 'from', RCPT: 'to', AUTH: 'mechanism' },
  pop3: { USER: 'user', PASS: 'password', APOP: 'user', AUTH: 'mechanism' },
  imap: { LOGIN: 'user', AUTHENTICATE: 'mechanism', SELECT: 'folder', ID: 'client' },
};

const STARTS_TLS: readonly string[] = ['STARTTLS', 'STLS', 'AUTH TLS', 'AUTH SSL'];

/** IMAP puts a tag of the client's before each command. */
function commandOf(service: LineService, line: string): { name: string; rest: string } {
  const text = service === 'imap' ? line.replace(/^\S{1,64} +/, '') : line;
  const space = text.indexOf(' ');
  const name = (space < 0 ? text : text.slice(0, space)).toUpperCase();
  return { name, rest: space < 0 ? '' : text.slice(space + 1).trim() };
}

function factOf(service: LineService, key: string, rest: string): string {
  if (key === 'password') return 'sent';
  if (key === 'from' || key === 'to') return /<([^>]{0,512})>/.exec(rest)?.[1] ?? rest;
  // LOGIN and AUTH PLAIN carry the password behind the first word.
  const word = /^"([^"]*)"|^(\S*)/.exec(rest);
  if (key === 'user' || key === 'mechanism') return word?.[1] ?? word?.[2] ?? '';
  return service === 'imap' ? rest.replace(/^"|"$/g, '') : rest;
}

class LineParser implements StreamParser {
  released = false;
  readonly #service: LineService;
  readonly #banners: Banners;
  readonly #held: readonly [HeldBytes, HeldBytes];
  #greeted = false;
  #asksForTls = false;
  /** The client sends a mail, or an answer to a challenge: no commands. */
  #content = false;
  #lines = 0;
  #done = false;

  constructor(context: StreamContext, service: LineService) {
    this.#service = service;
    this.#banners = new Banners(context, service);
    this.#held = [new HeldBytes(context.kit), new HeldBytes(context.kit)];
  }

  wants(side: Side): boolean {
    return !this.#done && (side === 0 || !this.#greeted || this.#asksForTls || this.#content);
  }

  data(side: Side, bytes: Uint8Array, from: number, to: number): void {
    const held = this.#held[side];
    let at = from;
    while (at < to && !this.#done) {
      const feed = bytes.indexOf(10, at);
      const end = feed < 0 || feed >= to ? to : feed + 1;
      if (held.length + end - at > MOST_LINE || !held.add(bytes, at, end)) {
        this.#stop();
        return;
      }
      at = end;
      if (bytes[end - 1] !== 10) return;
      const line = utf8(held.view).trimEnd();
      held.clear();
      this.#lines += 1;
      if (this.#lines > MOST_LINES || this.#banners.isFull) this.#stop();
      else if (side === 0) this.#fromClient(line);
      else this.#fromServer(line);
    }
  }

  #fromClient(line: string): void {
    if (this.#content) {
      if (line === '.') this.#content = false;
      return;
    }
    const upper = line.toUpperCase();
    const { name, rest } = commandOf(this.#service, line);
    if (STARTS_TLS.includes(upper) || STARTS_TLS.includes(name)) {
      this.#asksForTls = true;
      this.#banners.add(0, name, { command: name });
      return;
    }
    if (this.#service === 'smtp' && name === 'DATA') this.#content = true;
    const key = COMMANDS[this.#service][name];
    if (key === undefined) return;
    const fact = factOf(this.#service, key, rest);
    const secret = key === 'password' || key === 'mechanism' || name === 'LOGIN';
    this.#banners.add(0, secret ? `${name} …` : line, { command: name, [key]: fact });
  }

  #fromServer(line: string): void {
    if (this.#asksForTls) {
      // The answer to STARTTLS: from here on TLS, or the request was refused.
      this.#asksForTls = false;
      this.released = /^(220|234|\+OK|\S+ OK)/i.test(line);
      if (this.released) this.#stop();
      return;
    }
    if (this.#content && /^[45]\d\d/.test(line)) this.#content = false;
    if (this.#greeted) return;
    this.#greeted = true;
    this.#banners.add(1, line, {});
  }

  #stop(): void {
    this.#done = true;
    this.#held[0].clear();
    this.#held[1].clear();
  }

  gap(side: Side): void {
    this.#held[side].clear();
  }

  end(): void {
    this.#stop();
  }
}

export function createLineParser(service: LineService) {
  return (context: StreamContext): StreamParser => new LineParser(context, service);
}
