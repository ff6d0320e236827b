import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import type { InvitationPreview, JoinMode } from '../../../shared/areas/sync/joining.contract.ts';
import { countOf } from './sync.text.ts';

interface JoinModeChoiceProps {
  mode: JoinMode;
  onMode: (mode: JoinMode) => void;
  preview: Pick<InvitationPreview, 'localRows' | 'refused'>;
}

/** What becomes of what is on this workstation. */
export function JoinModeChoice({ mode, onMode, preview }: JoinModeChoiceProps) {
  const id = useId();
  const { localRows } = preview;
  const rows = countOf(localRows, 'row', 'rows');
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend id={id} className="mb-1 text-sm font-medium text-fg">
        What is on this workstation
      </legend>
      <RadioGroup.Root
        aria-labelledby={id}
        value={mode}
        onValueChange={(next) => onMode(next as JoinMode)}
        className="flex flex-col gap-2"
      >
        <Choice value="merge" title="Merge it into the workspace" text={mergeText(preview)} />
        <Choice
          value="fresh"
          title="Begin fresh from the workspace"
          text={
            localRows === 0
              ? 'Everything of the workspace comes here.'
              : `What is here (${rows}) is backed up and removed; everything of the workspace comes here.`
          }
        />
      </RadioGroup.Root>
    </fieldset>
  );
}

function mergeText({ localRows, refused }: JoinModeChoiceProps['preview']): string {
  if (localRows === 0) return 'There is nothing here yet.';
  const rows = countOf(localRows, 'row', 'rows');
  const kept = refused.reduce((sum, { count }) => sum + count, 0);
  if (kept === 0) return `All of it (${rows}) is shared with the workspace and stays here.`;
  const shared = Math.max(0, localRows - kept).toLocaleString('en');
  return `All of it stays here; ${shared} of ${rows} are shared with the workspace.`;
}

function Choice({ value, title, text }: { value: JoinMode; title: string; text: string }) {
  const id = useId();
  return (
    <div className="flex gap-2.5 rounded-md border border-line p-3 has-[[data-state=checked]]:border-accent has-[[data-state=checked]]:bg-accent-soft">
      <RadioGroup.Item
        id={id}
        value={value}
        aria-describedby={`${id}-text`}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-sunken data-[state=checked]:border-accent-text"
      >
        <RadioGroup.Indicator className="size-2 rounded-full bg-accent-text" />
      </RadioGroup.Item>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-fg">
          {title}
        </label>
        <p id={`${id}-text`} className="text-xs text-fg-muted">
          {text}
        </p>
      </div>
    </div>
  );
}
