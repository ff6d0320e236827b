/** The columns of the register as a table: what is written, and under which names it is read again. */
import type { QuantInputs } from '../../../shared/areas/risk/risk-quant.contract.ts';

/** What is read of a file. Everything else in it is derived here. */
export const READ_FIELDS = [
  'id',
  'title',
  'description',
  'category',
  'likelihood',
  'impact',
  'status',
  'owner',
  'ownerEmail',
  'mitigationPlan',
  'targetDate',
  'reviewMonths',
  'nextReview',
  'currency',
  'lossLow',
  'lossHigh',
  'frequencyLow',
  'frequencyHigh',
  'afterLossLow',
  'afterLossHigh',
  'afterFrequencyLow',
  'afterFrequencyHigh',
  'assumptions',
] as const satisfies readonly (ReadRiskField | keyof QuantInputs)[];
type ReadRiskField =
  | 'id'
  | 'title'
  | 'description'
  | 'category'
  | 'likelihood'
  | 'impact'
  | 'status'
  | 'owner'
  | 'ownerEmail'
  | 'mitigationPlan'
  | 'targetDate'
  | 'reviewMonths'
  | 'nextReview';
export type ReadField = (typeof READ_FIELDS)[number];

interface ReadColumn {
  readonly header: string;
  readonly width: number;
  /** Other names that it is known by, in small letters without spaces and signs. */
  readonly synonyms: readonly string[];
  /** In the template's instructions. */
  readonly note: string;
}

const EMPTY = 'Empty leaves what is there.';

export const READ_COLUMNS: Record<ReadField, ReadColumn> = {
  id: {
    header: 'Id',
    width: 14,
    synonyms: ['riskid', 'reference', 'ref', 'identifier'],
    note: 'Of an export. A row with an id that is known changes that risk; without one, the risk of the same title; else it is a new risk.',
  },
  title: {
    header: 'Title',
    width: 44,
    synonyms: ['risk', 'risktitle', 'riskname', 'name', 'summary'],
    note: 'Needed, less than 255 characters.',
  },
  description: {
    header: 'Description',
    width: 60,
    synonyms: ['riskdescription', 'details', 'scenario'],
    note: 'Less than 4,000 characters.',
  },
  category: {
    header: 'Category',
    width: 16,
    synonyms: ['riskcategory', 'type', 'risktype'],
    note: 'Needed for a new risk: OPERATIONAL, FINANCIAL, STRATEGIC, COMPLIANCE or TECHNICAL.',
  },
  likelihood: {
    header: 'Likelihood',
    width: 12,
    synonyms: ['probability', 'inherentlikelihood'],
    note: '1 (rare) to 5 (almost certain), as a number or as the word.',
  },
  impact: {
    header: 'Impact',
    width: 12,
    synonyms: ['consequence', 'severity', 'inherentimpact'],
    note: '1 (negligible) to 5 (severe), as a number or as the word.',
  },
  status: {
    header: 'Status',
    width: 14,
    synonyms: ['riskstatus', 'state'],
    note: 'Of a new risk: IDENTIFIED, ASSESSED or MITIGATED. A risk that is there keeps its status: it changes by its own action, with a reason.',
  },
  owner: {
    header: 'Owner',
    width: 22,
    synonyms: ['riskowner', 'responsible', 'ownername'],
    note: 'Name of an account.',
  },
  ownerEmail: {
    header: 'Owner email',
    width: 26,
    synonyms: ['owneraddress', 'ownermail'],
    note: 'Address of an account; counts before the name.',
  },
  mitigationPlan: {
    header: 'Mitigation plan',
    width: 60,
    synonyms: ['treatment', 'treatmentplan', 'mitigation', 'response', 'actionplan'],
    note: 'Less than 4,000 characters.',
  },
  targetDate: {
    header: 'Target date',
    width: 13,
    synonyms: ['due', 'duedate', 'target', 'deadline'],
    note: 'A day like 2026-11-20.',
  },
  reviewMonths: {
    header: 'Review every months',
    width: 12,
    synonyms: ['reviewmonths', 'reviewcadence', 'reviewfrequency'],
    note: 'A whole number from 1 to 36.',
  },
  nextReview: {
    header: 'Next review',
    width: 13,
    synonyms: ['reviewdate', 'nextreviewdate'],
    note: 'A day like 2026-11-20.',
  },
  currency: {
    header: 'Currency',
    width: 10,
    synonyms: ['losscurrency'],
    note: "A code of ISO 4217 like EUR; empty is the workspace's.",
  },
  lossLow: {
    header: 'Loss per event, 5th percentile',
    width: 16,
    synonyms: ['lossp5', 'losslow', 'lossminimum', 'minloss'],
    note: 'In currency. All four percentiles before treatment are needed, or none.',
  },
  lossHigh: {
    header: 'Loss per event, 95th percentile',
    width: 16,
    synonyms: ['lossp95', 'losshigh', 'lossmaximum', 'maxloss'],
    note: 'In currency.',
  },
  frequencyLow: {
    header: 'Events per year, 5th percentile',
    width: 16,
    synonyms: ['frequencyp5', 'frequencylow'],
    note: '0.5 is once in two years.',
  },
  frequencyHigh: {
    header: 'Events per year, 95th percentile',
    width: 16,
    synonyms: ['frequencyp95', 'frequencyhigh'],
    note: EMPTY,
  },
  afterLossLow: {
    header: 'Loss after treatment, 5th percentile',
    width: 16,
    synonyms: ['lossafterp5', 'residuallosslow'],
    note: EMPTY,
  },
  afterLossHigh: {
    header: 'Loss after treatment, 95th percentile',
    width: 16,
    synonyms: ['lossafterp95', 'residuallosshigh'],
    note: EMPTY,
  },
  afterFrequencyLow: {
    header: 'Events after treatment, 5th percentile',
    width: 16,
    synonyms: ['frequencyafterp5', 'residualfrequencylow'],
    note: EMPTY,
  },
  afterFrequencyHigh: {
    header: 'Events after treatment, 95th percentile',
    width: 16,
    synonyms: ['frequencyafterp95', 'residualfrequencyhigh'],
    note: EMPTY,
  },
  assumptions: {
    header: 'Assumptions',
    width: 44,
    synonyms: ['lossassumptions', 'quantitativeassumptions'],
    note: 'What the percentiles rest on; less than 2,000 characters.',
  },
};

const plain = (header: string) => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Which column of a head is which field; the first of several counts. */
export function fieldsOfHead(head: readonly string[]): Map<ReadField, number> {
  const found = new Map<ReadField, number>();
  for (const pass of ['own', 'synonym'] as const)
    for (const field of READ_FIELDS) {
      if (found.has(field)) continue;
      const { header, synonyms } = READ_COLUMNS[field];
      const names = pass === 'own' ? [plain(header), field.toLowerCase()] : synonyms;
      const taken = new Set(found.values());
      const at = head.findIndex((cell, index) => !taken.has(index) && names.includes(plain(cell)));
      if (at !== -1) found.set(field, at);
    }
  return found;
}
