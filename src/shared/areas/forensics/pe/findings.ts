/** What an examiner looks for first, in words; each says what was seen, not what it means. */
import { PACKER_SECTIONS } from './names.table.ts';
import type { PeFacts } from './pe.types.ts';

type Known = Omit<PeFacts, 'findings' | 'problems'>;

const HIGH_ENTROPY = 7.2;
const FEW_IMPORTS = 10;
/** Windows itself is no older (1992), and no build is from the future of this format's 32 bits. */
const EARLIEST = 694_224_000;

/** Calls that together do one thing; all of a row must be imported. */
const COMBINATIONS: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    'imports what writes into another process and runs there',
    [
      /^VirtualAllocEx/,
      /^WriteProcessMemory$/,
      /^(?:CreateRemoteThread|QueueUserAPC|NtMapViewOfSection|SetThreadContext)/,
    ],
  ],
  [
    'imports what reads the keyboard of others',
    [
      /^SetWindowsHookEx|^GetAsyncKeyState$|^GetRawInputData$/,
      /^GetForegroundWindow$|^GetKeyState$/,
    ],
  ],
  [
    'imports what fetches from the network and starts programs',
    [
      /^URLDownloadToFile|^InternetOpenUrl|^InternetReadFile$|^WinHttpReadData$/,
      /^ShellExecute|^CreateProcess|^WinExec$/,
    ],
  ],
  [
    'imports what encrypts and walks through files',
    [/^CryptEncrypt$|^BCryptEncrypt$/, /^FindFirstFile/, /^FindNextFile/],
  ],
  ['imports what makes services', [/^OpenSCManager/, /^CreateService/]],
  ['imports what reads the memory of other processes into a file', [/^MiniDumpWriteDump$/]],
];

export function findingsOf(facts: Known): string[] {
  const found: string[] = [];
  const say = (is: boolean, text: string) => {
    if (is) found.push(text);
  };
  const packers = new Set(
    facts.sections.flatMap(({ name }) => PACKER_SECTIONS[name.toLowerCase()] ?? []),
  );
  for (const packer of packers) found.push(`sections named as ${packer} names them`);
  const { sections, checksum, overlay } = facts;
  const entry = sections.find(({ name }) => name === facts.entrySection);
  say(
    facts.importCount < FEW_IMPORTS &&
      facts.clr === null &&
      sections.some(
        ({ access, entropy }) => access.includes('x') && (entropy ?? 0) >= HIGH_ENTROPY,
      ),
    'few imports and code of high entropy: packed or encrypted',
  );
  say(facts.entryPoint !== 0 && facts.entrySection === null, 'the entry point lies in no section');
  say(
    entry !== undefined && !entry.access.includes('x'),
    'the entry point lies in a section that may not run',
  );
  say(entry?.access.includes('w') ?? false, 'the entry point lies in a writable section');
  say(facts.tlsCallbacks.length > 0, 'functions run before the entry point');
  say(
    checksum.stored !== 0 && checksum.computed !== null && checksum.stored !== checksum.computed,
    'the checksum is wrong',
  );
  say(
    !facts.isReproducible && facts.compileTime !== 0 && facts.compileTime < EARLIEST,
    'the compile time is before Windows',
  );
  say(facts.rich !== null && !facts.rich.isSumRight, 'the Rich header does not fit the file');
  const beyond = (overlay?.size ?? 0) - (facts.signature?.size ?? 0);
  say(beyond > 4_096 && (overlay?.entropy ?? 0) >= HIGH_ENTROPY, 'an overlay of high entropy');
  const names = facts.libraries.flatMap(({ imports }) => imports.map(({ name }) => name ?? ''));
  for (const [text, patterns] of COMBINATIONS) {
    say(
      patterns.every((pattern) => names.some((name) => pattern.test(name))),
      text,
    );
  }
  return found;
}
