/** A handover as Markdown: what sources wrote stands as code, so that nothing in it is markup or a link. */
import {
  HANDOVER_SECTIONS,
  type Handover,
  type HandoverLine,
  type HandoverSectionName,
} from '../../../shared/areas/handover/handover.contract.ts';
import {
  HANDOVER_SECTION_WORDS,
  HANDOVER_STATE_LABELS,
  timeInZone,
  zoneName,
} from '../../../shared/areas/handover/handover.rules.ts';
import { visibleText } from '../../platform/documents/visible-text.ts';

const TITLE_MAX = 300;

/** One line in which nothing is hidden. */
function oneLine(text: string): string {
  const short = text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX)}…` : text;
  return visibleText(short, () => true).replace(/\s*\n\s*/g, ' ');
}

/** A code span (CommonMark 0.31, section 6.1): fenced by more backticks than the text has in a row. */
function asCode(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = line === '' || /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Within a line: every mark that could begin markup or an address escaped (CommonMark, section 2.4). */
function escaped(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>()#!|~&@]|:(?=\/\/)/g, '\\$&');
}

/** What is shown: without the lines that a person took out. */
export function shownLines(
  handover: Handover,
  lines: readonly HandoverLine[],
): readonly HandoverLine[] {
  return lines.filter(({ key }) => !handover.hidden.includes(key));
}

/** Name and time, or null. */
function signature(
  who: { readonly name: string } | null,
  at: string | null,
  timeZone: string,
): string | null {
  return who && at ? `${who.name}, ${timeInZone(Date.parse(at), timeZone)}` : null;
}

export function handoverFacts(handover: Handover): readonly (readonly [string, string | null])[] {
  const { timeZone, since, until } = handover;
  const self = handover.isSelfAcknowledged ? ' (self-acknowledged)' : '';
  const begins = handover.facts?.journalBegins ?? null;
  const acknowledged = signature(handover.acknowledgedBy, handover.acknowledgedAt, timeZone);
  return [
    ['State', HANDOVER_STATE_LABELS[handover.state]],
    ['From', timeInZone(Date.parse(since), timeZone)],
    ['To', timeInZone(Date.parse(until), timeZone)],
    ['Time zone', zoneName(Date.parse(until), timeZone)],
    ['Alerts received', handover.facts ? handover.facts.received.toLocaleString('en') : null],
    ['Actions of the desk known since', begins && timeInZone(Date.parse(begins), timeZone)],
    ['Handed over by', signature(handover.handedBy, handover.handedAt, timeZone)],
    ['For', handover.handedTo?.name ?? null],
    ['Acknowledged by', acknowledged && `${acknowledged}${self}`],
    ['Said at acknowledgement', handover.acknowledgement],
  ];
}

const figuresText = (figures: readonly { label: string; n: number }[]) =>
  figures.map(({ label, n }) => `${label} ${n.toLocaleString('en')}`).join(' · ');

export function handoverMarkdown(handover: Handover): string {
  const { facts, texts } = handover;
  const parts = [
    `# ${escaped(handover.title)}`,
    handoverFacts(handover)
      .flatMap(([label, value]) => (value === null ? [] : [`- ${label}: ${escaped(value)}`]))
      .join('\n'),
    ...(texts.summary ? ['## Summary', texts.summary.trim()] : []),
  ];
  if (facts && facts.people.length > 0) {
    parts.push('## Who did what');
    parts.push(
      facts.people
        .map(({ name, figures }) => `- ${escaped(name)}: ${escaped(figuresText(figures))}`)
        .join('\n'),
    );
  }
  for (const name of HANDOVER_SECTIONS) parts.push(...sectionParts(handover, name));
  return `${parts.join('\n\n')}\n`;
}

function sectionParts(handover: Handover, name: HandoverSectionName): string[] {
  const section = handover.facts?.sections.find((one) => one.name === name);
  const own = handover.texts[name]?.trim();
  if (!section && !own) return [];
  const { title, empty } = HANDOVER_SECTION_WORDS[name];
  const total = section ? ` (${section.total.toLocaleString('en')})` : '';
  const parts = [`## ${title}${total}`, ...(own ? [own] : [])];
  if (!section) return parts;
  if (section.figures.length > 0) parts.push(escaped(figuresText(section.figures)));
  const lines = shownLines(handover, section.lines);
  if (lines.length > 0)
    parts.push(lines.map((line) => markdownLine(line, handover.timeZone)).join('\n'));
  else if (section.total === 0) parts.push(empty);
  const more = section.total - section.lines.length;
  if (more > 0) parts.push(`${more.toLocaleString('en')} more in Watchfloor.`);
  return parts;
}

function markdownLine(line: HandoverLine, timeZone: string): string {
  const severity = line.severity === null ? '' : `**${line.severity}** `;
  const at = line.at === null ? '' : ` · ${timeInZone(Date.parse(line.at), timeZone)}`;
  return `- ${severity}${asCode(line.text)} · ${escaped(line.detail)}${at} ([open](<${line.link}>))`;
}
