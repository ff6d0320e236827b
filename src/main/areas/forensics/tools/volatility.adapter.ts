/**
 * Windows memory images by Volatility 3 (`-r json`). The shapes are those that its plugins publish: a
 * list of rows, each with its columns by name and `__children`. Held to a stand-in program in tests, as
 * Volatility itself cannot be installed where they run.
 */
import type { EvidenceReader } from '../readers/reader.types.ts';
import { type ToolRun, textOf, toolReader } from './tool-run.ts';
import { PLUGINS, type Plugin, rowEvent } from './volatility-plugins.ts';

const MAX_JSON = 128 * 1024 * 1024;
const MAX_ROWS = 500_000;

export const volatilityReader = (dataDir: string): EvidenceReader =>
  toolReader(dataDir, 'volatility3', 'volatility3', async (run) => {
    const counts: Record<string, number> = {};
    for (const plugin of PLUGINS) counts[plugin.name] = await runPlugin(run, plugin);
    run.sink.fact('plugins', counts);
  });

async function runPlugin(run: ToolRun, plugin: Plugin): Promise<number> {
  let text = '';
  const args = ['-q', '-r', 'json', '-f', run.evidence, plugin.name];
  await run.command(
    run.paths[0] ?? '',
    args,
    async (output) => {
      text = await textOf(output);
    },
    MAX_JSON,
  );
  const rows = parseRows(text);
  if (rows === null) {
    run.sink.problem({ what: 'the output is no list of rows', where: plugin.name, isLoss: true });
    return 0;
  }
  for (const [n, row] of rows.entries())
    if (run.batch.add(rowEvent(plugin, row, n + 1))) await run.batch.flush();
  return rows.length;
}

/** A banner may stand in front of the list. Children follow their row. */
function parseRows(text: string): Record<string, unknown>[] | null {
  const from = /^\s*\[/m.exec(text)?.index;
  if (from === undefined) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(from));
  } catch {
    return null;
  }
  const rows: Record<string, unknown>[] = [];
  const open: unknown[] = Array.isArray(parsed) ? parsed.toReversed() : [];
  while (open.length > 0 && rows.length < MAX_ROWS) {
    const row = open.pop();
    if (typeof row !== 'object' || row === null || Array.isArray(row)) continue;
    const { __children: children, ...own } = row as Record<string, unknown>;
    rows.push(own);
    if (Array.isArray(children)) for (const child of children.toReversed()) open.push(child);
  }
  return rows;
}
