import type {
  RuleEngine,
  RuleState,
} from '../../../../shared/areas/forensics/rules/rules.rules.ts';
import type { SigmaDocument } from '../../../../shared/areas/forensics/sigma/sigma.types.ts';
import type { RuleTestBody } from '../../../db/tables/rules.table.ts';

/** A rule as it stands in a file, read and compiled. */
export interface ReadRule {
  readonly engine: RuleEngine;
  readonly kind: SigmaDocument['kind'];
  /** The rule's id, or its place in the pack. */
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly description: string | null;
  readonly author: string | null;
  readonly level: string | null;
  readonly status: string | null;
  readonly logsource: string | null;
  readonly reaches: string | null;
  readonly tags: readonly string[];
  readonly techniques: readonly string[];
  readonly falsePositives: readonly string[];
  readonly state: RuleState;
  readonly reasons: readonly string[];
  readonly hash: string;
  readonly statedVersion: string | null;
  readonly text: string;
  /** What is compiled; null where it is not Sigma, or not ready. */
  readonly document: SigmaDocument | null;
  readonly tests: readonly ReadTest[];
}

export interface ReadTest extends RuleTestBody {
  readonly name: string;
  readonly isHit: boolean;
}

interface YaraFile {
  readonly name: string;
  readonly text: string;
}

/** What became of one file of YARA rules, as src/main/areas/forensics/yara says it. */
export interface YaraAnswer {
  readonly name: string;
  readonly state: RuleState;
  readonly reasons: readonly string[];
  readonly rules: readonly {
    readonly identifier: string;
    readonly tags: readonly string[];
    readonly meta: Readonly<Record<string, string>>;
  }[];
}
export type CompileYara = (files: readonly YaraFile[]) => Promise<readonly YaraAnswer[]>;
