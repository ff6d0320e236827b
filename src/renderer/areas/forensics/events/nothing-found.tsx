import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { insideWords } from './inside-words.ts';

interface NothingFoundProps {
  /** The words that were typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Words are found by their beginning: whoever meant the inside of one is told how. */
export function NothingFound({ text, onText }: NothingFoundProps) {
  const inside = insideWords(text);
  if (inside === null)
    return <EmptyState title="Nothing found" text="No event has all that is asked for." />;
  return (
    <EmptyState
      title="Nothing found"
      text="No event has all that is asked for. Words are found by their beginning; to look inside of them takes some seconds among millions of events."
      action={<Button onClick={() => onText(inside)}>Look inside of words</Button>}
    />
  );
}
