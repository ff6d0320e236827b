import { ChevronDown, Download, FileDown } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

interface SaveMenuProps<F extends string> {
  /** Of the button: 'Report'. */
  label: string;
  /** Each with what it is called. */
  formats: readonly (readonly [F, string])[];
  onSave: (format: F) => void;
  size?: 'sm' | 'md';
}

/** Chooses in which format something is saved as a file. */
export function SaveMenu<F extends string>({
  label,
  formats,
  onSave,
  size = 'md',
}: SaveMenuProps<F>) {
  return (
    <Menu
      trigger={
        <Button size={size} icon={<Download aria-hidden />}>
          {label}
          <ChevronDown aria-hidden />
        </Button>
      }
      items={formats.map(([format, name]) => ({
        label: name,
        icon: <FileDown aria-hidden />,
        onSelect: () => onSave(format),
      }))}
    />
  );
}
