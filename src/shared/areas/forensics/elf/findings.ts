/** What an examiner looks for first, in words; each says what was seen, not what it means. */
import type { ElfFacts } from './elf.types.ts';

type Known = Omit<ElfFacts, 'findings' | 'problems'>;

const HIGH_ENTROPY = 7.2;
const LARGE_OVERLAY = 4_096;
const SYSTEM_LIBRARIES = /^\/(?:usr\/)?lib|^\$ORIGIN|^$/;

export function elfFindings(facts: Known): string[] {
  const found: string[] = [];
  const say = (is: boolean, text: string) => {
    if (is) found.push(text);
  };
  const { sections, segments, overlay } = facts;
  const isProgram = facts.type.endsWith('executable');
  const code = sections.filter(({ flags }) => flags.includes('x'));
  say(isProgram && sections.length === 0, 'a program without section headers, as packers leave it');
  say(
    segments.some(({ type, access }) => type === 'LOAD' && access === 'rwx'),
    'a segment is writable and executable',
  );
  say(
    segments.some(({ type, access }) => type === 'GNU_STACK' && access.includes('x')),
    'the stack is executable',
  );
  say(
    code.some(({ entropy }) => (entropy ?? 0) >= HIGH_ENTROPY),
    'code of high entropy',
  );
  say(
    isProgram && sections.length > 0 && facts.entrySection === null,
    'the entry point lies in no section',
  );
  say(
    facts.searchPaths.some((path) => path.split(':').some((part) => !SYSTEM_LIBRARIES.test(part))),
    'libraries are looked for in unusual folders',
  );
  say(
    overlay !== null && overlay.size > LARGE_OVERLAY && (overlay.entropy ?? 0) >= HIGH_ENTROPY,
    'an overlay of high entropy',
  );
  say(
    segments.some(({ type, fileSize, memorySize }) => type === 'LOAD' && fileSize > memorySize),
    'a segment is larger in the file than in memory',
  );
  return found;
}
