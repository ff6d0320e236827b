/** The enabled YARA rules, run by the classic engine: `yara -s -g -w rules file`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { textLines } from '../disk/text-lines.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { toolReader } from './tool-run.ts';

export interface YaraSource {
  readonly name: string;
  readonly text: string;
}

const MAX_STRINGS = 50;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** @param rules those that are enabled, whole files. */
export const yaraProgramReader = (
  dataDir: string,
  rules: () => readonly YaraSource[],
): EvidenceReader =>
  toolReader(
    dataDir,
    'yara',
    'yara-program',
    async ({ command, paths, evidence, folder, batch, sink }) => {
      // A row stands for one rule and has its whole file.
      const sources = [...new Map(rules().map((source) => [source.text, source])).values()];
      if (sources.length === 0)
        throw new AppError(
          'conflict',
          'There are no enabled YARA rules to run. Import a pack first.',
        );
      let matched = 0;
      // One by one: the same name in two files is an error of the whole otherwise.
      for (const [n, { name, text }] of sources.entries()) {
        const path = join(folder, `rules-${n}.yar`);
        writeFileSync(path, text, { mode: 0o600 });
        const found = new YaraOutput();
        await command(
          paths[0] ?? '',
          ['-s', '-g', '-w', path, evidence],
          async (output) => {
            for await (const lines of textLines(output))
              for (const line of lines) found.line(line.text);
          },
          MAX_OUTPUT,
        );
        for (const event of found.events(name)) if (batch.add(event)) await batch.flush();
        matched += found.matches.length;
      }
      sink.fact('rules', { files: sources.length, matched });
    },
  );

interface YaraMatch {
  readonly rule: string;
  readonly tags: readonly string[];
  readonly strings: { readonly offset: number; readonly text: string }[];
}

/** 'rule [tag,tag] path', then '0x1f:$name: text' for each string that is in it. */
class YaraOutput {
  readonly matches: YaraMatch[] = [];

  line(line: string): void {
    const string = /^0x([\da-f]{1,13}):(\$\w{0,128}): ?(.*)$/i.exec(line);
    const match = string ? null : /^(?:[\w.]+:)?(\w{1,128}) \[([\w,]{0,500})\] /.exec(line);
    if (match)
      this.matches.push({
        rule: match[1] ?? '',
        tags: (match[2] ?? '').split(',').filter(Boolean),
        strings: [],
      });
    const last = this.matches.at(-1);
    if (string && last && last.strings.length < MAX_STRINGS)
      last.strings.push({
        offset: Number.parseInt(string[1] ?? '', 16),
        text: `${string[2]}: ${(string[3] ?? '').slice(0, 200)}`,
      });
  }

  events(file: string): EvidenceEvent[] {
    return this.matches.map(({ rule, tags, strings }) => ({
      ...{ timeMs: null, timeNanos: 0, kind: 'detection' as const, host: null, user: null },
      provider: 'YARA',
      code: rule,
      summary: `YARA rule ${rule} matches`,
      fields: {
        ...{ Rule: rule, RuleFile: file, Tags: tags },
        Strings: strings.map(({ offset, text }) => `${offset} ${text}`),
      },
      offset: strings[0]?.offset ?? null,
      record: rule,
    }));
  }
}
