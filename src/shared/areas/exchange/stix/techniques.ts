/** ATT&CK techniques as attack-patterns, their mitigations as courses of action. */
import type { CaseTechnique } from '../case.types.ts';
import type { StixPorts } from './ids.ts';

type StixObject = Record<string, unknown>;

export const techniqueStixId = (id: string, { ownId }: StixPorts): string =>
  `attack-pattern--${ownId(`attack ${id}`)}`;

/** 'Command and Control' is the phase 'command-and-control'. */
const phaseOf = (tactic: string): string => tactic.toLowerCase().replace(/[^a-z\d]+/g, '-');

export function techniqueObjects(
  technique: CaseTechnique,
  { author, at }: { author: string; at: string },
  ports: StixPorts,
): StixObject[] {
  const head = { spec_version: '2.1', created_by_ref: author, created: at, modified: at };
  const id = techniqueStixId(technique.id, ports);
  const pattern = {
    ...{ type: 'attack-pattern', id, ...head, name: technique.name ?? technique.id },
    external_references: [{ source_name: 'mitre-attack', external_id: technique.id }],
    ...(technique.tactics.length === 0
      ? {}
      : {
          kill_chain_phases: technique.tactics.map(({ name }) => ({
            kill_chain_name: 'mitre-attack',
            phase_name: phaseOf(name),
          })),
        }),
  };
  return [
    pattern,
    ...technique.mitigations.flatMap((mitigation) => {
      const action = `course-of-action--${ports.ownId(`attack ${mitigation.id}`)}`;
      return [
        {
          ...{ type: 'course-of-action', id: action, ...head, name: mitigation.name },
          external_references: [{ source_name: 'mitre-attack', external_id: mitigation.id }],
        },
        {
          ...{ type: 'relationship', ...head, relationship_type: 'mitigates' },
          id: `relationship--${ports.ownId(`mitigates ${mitigation.id} ${technique.id}`)}`,
          ...{ source_ref: action, target_ref: id },
        },
      ];
    }),
  ];
}
