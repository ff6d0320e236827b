import { FindingList } from './finding-list.tsx';

/** The findings of every audit. */
export function FindingsTab() {
  return <FindingList audit={null} />;
}
