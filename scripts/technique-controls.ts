/**
 * Makes resources/attack/technique-controls.json from the pairs of the Center for Threat-Informed
 * Defense: `node scripts/technique-controls.ts <technique-to-800-53-r5.json>`. Pairs without a
 * control say that nothing mitigates the technique; the product needs no row for that.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support/project.ts';

const NOTICE = [
  'Which controls of NIST SP 800-53 r5 mitigate which technique: Center for Threat-Informed Defense, Mappings Explorer, licensed under the Apache License, Version 2.0.',
  'Changed here: pairs are grouped by technique, control ids have no leading zeros, pairs without a control are left out.',
  'Technique ids are of MITRE ATT&CK. © The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation.',
].join(' ');
const TARGET = join(ROOT, 'resources', 'attack', 'technique-controls.json');

interface Pairs {
  readonly attack_version: string;
  readonly pairs: readonly (readonly [string, string | null, string | null])[];
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the file with the pairs');
const { attack_version, pairs } = JSON.parse(readFileSync(source, 'utf8')) as Pairs;
/** `AC-02` as the packs say it: `AC-2`. */
const packRef = (id: string) => id.replace(/-0+(?=\d)/, '-');
const mitigating = pairs.flatMap(([technique, control, relation]) =>
  control !== null && relation === 'mitigates' ? [{ technique, ref: packRef(control) }] : [],
);
const byText = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
const controls = [...new Set(mitigating.map(({ ref }) => ref))].sort(byText);
const place = new Map(controls.map((ref, index) => [ref, index]));
const techniques = [...Map.groupBy(mitigating, ({ technique }) => technique)]
  .sort(([a], [b]) => byText(a, b))
  .map(([technique, found]) => {
    const places = [...new Set(found.map(({ ref }) => place.get(ref) ?? -1))].sort((a, b) => a - b);
    return `    ${JSON.stringify(technique)}: ${JSON.stringify(places).replaceAll(',', ', ')}`;
  });
const head = JSON.stringify({ notice: NOTICE, attackVersion: attack_version, controls }, null, 2);
writeFileSync(
  TARGET,
  `${head.slice(0, -2)},\n  "techniques": {\n${techniques.join(',\n')}\n  }\n}\n`,
);
