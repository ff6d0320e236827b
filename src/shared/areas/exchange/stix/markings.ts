/** Marking definitions of TLP: 2.0 (FIRST, OASIS), and 1 for reading. */
import { TLPS, type Tlp } from '../../forensics/indicators/life.ts';
import { isJson, type Json, textOf } from '../json.ts';

export const TLP_IDS: Readonly<Record<Tlp, string>> = {
  CLEAR: 'marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487',
  GREEN: 'marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb',
  AMBER: 'marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421',
  'AMBER+STRICT': 'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003',
  RED: 'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1',
};

const TLP_1: readonly (readonly [string, Tlp])[] = [
  ['marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9', 'CLEAR'],
  ['marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da', 'GREEN'],
  ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82', 'AMBER'],
  ['marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed', 'RED'],
];

export const TLP_BY_ID: readonly (readonly [string, Tlp])[] = [
  ...TLP_1,
  ...TLPS.map((tlp) => [TLP_IDS[tlp], tlp] as const),
];

const named = (text: string | null): Tlp | null => {
  const word = text
    ?.toUpperCase()
    .replace(/^TLP[:\s]*/, '')
    .replace('WHITE', 'CLEAR');
  return TLPS.find((tlp) => tlp === word) ?? null;
};

export const tlpOfText = (text: unknown): Tlp | null => named(textOf(text, 40));

/** What a definition of somebody's own says, by its name or by its `definition.tlp`. */
export function tlpOfMarking(object: Json): Tlp | null {
  const { definition } = object;
  return (
    named(textOf(object.name, 40)) ??
    (isJson(definition) ? named(textOf(definition.tlp, 40)) : null)
  );
}

const TLP_EXTENSION = 'extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d';
const TLP_MADE = '2022-10-01T00:00:00.000Z';

export const markingOf = (tlp: Tlp) => ({
  ...{ type: 'marking-definition', spec_version: '2.1', id: TLP_IDS[tlp], created: TLP_MADE },
  name: `TLP:${tlp}`,
  extensions: {
    [TLP_EXTENSION]: { extension_type: 'property-extension', tlp_2_0: tlp.toLowerCase() },
  },
});
