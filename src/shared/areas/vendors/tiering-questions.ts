/** The questions that make a vendor's inherent tier; answers are worth 0 to 3 points each. */

export interface TieringOption {
  readonly value: string;
  readonly label: string;
  readonly points: 0 | 1 | 2 | 3;
}

export interface TieringQuestion {
  readonly id: string;
  readonly short: string;
  readonly text: string;
  readonly weight: number;
  readonly options: readonly TieringOption[];
}

/** By question; a value of its options. */
export type TieringAnswers = Readonly<Record<string, string>>;

function options(...labels: readonly (readonly [string, string])[]): readonly TieringOption[] {
  return labels.map(([value, label], index) => ({
    value,
    label,
    points: Math.min(index, 3) as TieringOption['points'],
  }));
}

export const TIERING_QUESTIONS: readonly TieringQuestion[] = [
  {
    id: 'data',
    short: 'Data',
    text: 'What is the most sensitive data that the vendor holds or can see?',
    weight: 5,
    options: options(
      ['none', 'None, or what is public anyway'],
      ['internal', 'Internal papers, contacts of staff'],
      ['confidential', 'Confidential business data or data about persons'],
      ['sensitive', 'Credentials, payment, health or other sensitive data'],
    ),
  },
  {
    id: 'volume',
    short: 'Volume',
    text: 'Of how many persons or business partners does it hold data?',
    weight: 3,
    options: options(
      ['none', 'None'],
      ['few', 'Up to 1,000'],
      ['many', 'Up to 100,000'],
      ['masses', 'More than 100,000'],
    ),
  },
  {
    id: 'access',
    short: 'Access to systems',
    text: 'How far may its people get into our systems?',
    weight: 5,
    options: options(
      ['none', 'Not at all'],
      ['guest', 'Accounts in a single application'],
      ['network', 'Accounts in several systems, or in the network'],
      ['admin', 'Administrative accounts'],
    ),
  },
  {
    id: 'production',
    short: 'Production',
    text: 'What of the vendor runs where our operation depends on it?',
    weight: 4,
    options: options(
      ['none', 'Nothing'],
      ['beside', 'Tools beside the operation'],
      ['inside', 'Software or devices in production that we update ourselves'],
      ['operated', 'Production that the vendor updates or operates itself'],
    ),
  },
  {
    id: 'criticality',
    short: 'Criticality',
    text: 'What happens when its service fails?',
    weight: 5,
    options: options(
      ['none', 'Nothing for weeks'],
      ['slow', 'Work is slower after some days'],
      ['hampered', 'The operation is hampered within a day'],
      ['stopped', 'The operation stops within hours'],
    ),
  },
  {
    id: 'connectivity',
    short: 'Connectivity',
    text: 'How is it connected to us?',
    weight: 3,
    options: options(
      ['none', 'By post, telephone and mail'],
      ['files', 'Files that people exchange'],
      ['interface', 'Interfaces over the Internet'],
      ['line', 'A permanent line, tunnel or agent on our machines'],
    ),
  },
  {
    id: 'regulated',
    short: 'Regulated data',
    text: 'Which duties lie on what it does for us?',
    weight: 3,
    options: options(
      ['none', 'None'],
      ['contract', 'Duties from contracts with our customers'],
      ['law', 'Data protection law'],
      ['supervised', 'A supervised duty: payments, health, safety, critical infrastructure'],
    ),
  },
  {
    id: 'substitutability',
    short: 'Substitutability',
    text: 'How long would it take to replace it?',
    weight: 4,
    options: options(
      ['days', 'Days'],
      ['weeks', 'Weeks'],
      ['months', 'Months'],
      ['year', 'A year or more, or nobody else does it'],
    ),
  },
  {
    id: 'onward',
    short: 'Onward transfer',
    text: 'To whom does it hand our data or its access?',
    weight: 2,
    options: options(
      ['none', 'To nobody'],
      ['known', 'To companies that we know and agreed to'],
      ['groups', 'To companies of its group or abroad'],
      ['unknown', 'To companies that we do not know'],
    ),
  },
  {
    id: 'sites',
    short: 'Sites',
    text: 'Do its people come to our sites?',
    weight: 1,
    options: options(
      ['none', 'No'],
      ['escorted', 'Escorted'],
      ['alone', 'Alone, where there are no systems'],
      ['systems', 'Alone, where systems stand'],
    ),
  },
];
