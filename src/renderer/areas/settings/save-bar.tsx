import { Button } from '../../ui/button.tsx';

interface SaveBarProps {
  /** What the button does: 'Save baselines'. */
  label: string;
  isDirty: boolean;
  isPending: boolean;
  onDiscard: () => void;
}

/** The foot of a form: saves it, or takes back what was changed. */
export function SaveBar({ label, isDirty, isPending, onDiscard }: SaveBarProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-4">
      {isDirty && (
        <Button onClick={onDiscard} disabled={isPending}>
          Discard changes
        </Button>
      )}
      <Button type="submit" variant="primary" disabled={!isDirty || isPending}>
        {isPending ? 'Saving...' : label}
      </Button>
    </div>
  );
}
