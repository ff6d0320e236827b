import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { GROUP_ACTIONS, type GroupAction } from './group-actions.ts';
import type { ChosenRows } from './use-chosen-rows.ts';
import { useViewCommands } from './use-view-commands.ts';

interface ChosenBarProps {
  chosen: ChosenRows;
  /** Of the selected rows those that are shown. */
  shown: number;
  /** 'group', 'incident'. */
  one: string;
  /** Why all alerts that match cannot be chosen here; null where they can. */
  whyNotWhole: string | null;
  onAct: (action: GroupAction) => void;
  children?: ReactNode;
}

/** What can be done with the selected rows, or with all alerts that match. */
export function ChosenBar({ chosen, shown, one, whyNotWhole, onAct, children }: ChosenBarProps) {
  useViewCommands(
    GROUP_ACTIONS.map((action) => ({
      id: `${one}s.selected-${action.id}`,
      title: `${chosen.isWhole ? 'All alerts that match' : `Selected ${one}s`}: ${action.label}`,
      words: 'bulk many all close',
      icon: ListChecks,
      run: () => onAct(action),
    })),
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-fg tabular-nums" role="status">
        {chosen.isWhole ? 'All alerts that match' : `${shown.toLocaleString()} selected`}
      </span>
      {GROUP_ACTIONS.map((action) => (
        <Button key={action.id} size="sm" onClick={() => onAct(action)}>
          {action.label}
        </Button>
      ))}
      {children}
      {!chosen.isWhole && <WholeButton chosen={chosen} whyNot={whyNotWhole} />}
      <Button size="sm" variant="ghost" onClick={chosen.clear}>
        Clear selection
      </Button>
    </div>
  );
}

export function WholeButton({ chosen, whyNot }: { chosen: ChosenRows; whyNot: string | null }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={whyNot !== null}
      {...(whyNot === null ? {} : { title: whyNot })}
      onClick={chosen.chooseWhole}
    >
      Select all alerts that match
    </Button>
  );
}
