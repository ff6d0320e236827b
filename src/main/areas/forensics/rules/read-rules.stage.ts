/** Reads and compiles rule files in a thread of its own: hostile files end with it, not with the core. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { StageFunction } from '../../../jobs/stage.ts';
import { loadSigmaPorts } from '../sigma-ports.ts';
import { compileYara } from '../yara/compile-yara.ts';
import type { ReadRules } from './read-rules.ts';
import { readRules } from './read-rules.ts';
import type { ReadRule } from './rule.types.ts';
import { collectRuleFiles } from './rule-files.ts';

const inputSchema = z.object({ name: z.string() });

export type RuleMessage =
  | { readonly type: 'rules'; readonly rules: readonly ReadRule[] }
  | ({
      readonly type: 'end';
      readonly files: number;
      readonly passedOver: number;
      readonly contentHash: string;
    } & Pick<ReadRules, 'rejected' | 'duplicates'>);

const AT_ONCE = 250;

export const readRulesStage: StageFunction = async (rawInput, source, send) => {
  const { name } = inputSchema.parse(rawInput);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const collected = await collectRuleFiles(hashed(), name);
  const ports = { sigma: await loadSigmaPorts(), yara: compileYara, pause: () => nextTurn() };
  const { rules, rejected, duplicates } = await readRules(collected.files, ports);
  for (let at = 0; at < rules.length; at += AT_ONCE)
    await send({
      value: { type: 'rules', rules: rules.slice(at, at + AT_ONCE) } satisfies RuleMessage,
      transfer: [],
    });
  const end: RuleMessage = {
    ...{ type: 'end', files: collected.files.length, passedOver: collected.passedOver, duplicates },
    rejected: [...collected.rejected, ...rejected],
    contentHash: hash.digest('hex'),
  };
  await send({ value: end, transfer: [] });
};
