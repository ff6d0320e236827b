/** What a model may propose that a person does. Nothing that closes, hides or deletes is among it; the words are ours. */
import type { CaseFile } from './case-file.ts';

const PROPOSALS = {
  'isolate-host': { kind: 'host', text: 'Isolate the host {} from the network' },
  'collect-memory': { kind: 'host', text: 'Collect memory and volatile data from {}' },
  'collect-logs': { kind: 'host', text: 'Collect the logs of {} around the time of the alerts' },
  'disable-account': { kind: 'user', text: 'Disable the account {}' },
  'reset-password': { kind: 'user', text: 'Reset the password of {} and end its sessions' },
  'ask-user': { kind: 'user', text: 'Ask {} by a second channel whether they did this' },
  'block-address': { kind: 'address', text: 'Block the address {} at the border' },
  'search-address': { kind: 'address', text: 'Search other hosts for connections to {}' },
  'search-hash': { kind: 'hash', text: 'Search other hosts for the file {}' },
  'quarantine-file': { kind: 'hash', text: 'Quarantine the file {}' },
  'search-mailbox': { kind: 'mailbox', text: 'Search other mailboxes for messages from {}' },
  'preserve-evidence': {
    kind: null,
    text: 'Preserve the evidence of this case before it rotates away',
  },
  'open-investigation': { kind: null, text: 'Open an investigation' },
  escalate: { kind: null, text: 'Escalate to the next tier' },
} as const;

type ProposalId = keyof typeof PROPOSALS;
export const PROPOSAL_IDS = Object.keys(PROPOSALS) as [ProposalId, ...ProposalId[]];

/** Null where the entity is not of the case, or not of the kind the action is done to. */
export function proposalText(
  action: ProposalId,
  entity: string | null,
  file: CaseFile,
): string | null {
  const { kind, text } = PROPOSALS[action];
  if (kind === null) return text;
  if (entity === null || !file.hasEntity(entity) || !entity.startsWith(`${kind}:`)) return null;
  return text.replace('{}', () => entity.slice(kind.length + 1));
}

/** For the model: which there are. */
export const proposalGuide = (): string =>
  Object.entries(PROPOSALS)
    .map(([id, { kind }]) => (kind === null ? id : `${id} (${kind})`))
    .join(', ');
