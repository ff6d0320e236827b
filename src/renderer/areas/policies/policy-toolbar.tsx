import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Table,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import type { MarkdownCommand } from './markdown-edit.ts';

interface Tool {
  readonly command: MarkdownCommand;
  readonly label: string;
  readonly keys?: string;
  readonly icon: ReactNode;
}

const TOOLS: readonly Tool[] = [
  { command: 'heading-2', label: 'Heading', icon: <Heading2 /> },
  { command: 'heading-3', label: 'Subheading', icon: <Heading3 /> },
  { command: 'bold', label: 'Bold', keys: 'Control+B', icon: <Bold /> },
  { command: 'italic', label: 'Italic', keys: 'Control+I', icon: <Italic /> },
  { command: 'bullets', label: 'Bullet list', icon: <List /> },
  { command: 'numbers', label: 'Numbered list', icon: <ListOrdered /> },
  { command: 'quote', label: 'Quote', icon: <Quote /> },
  { command: 'link', label: 'Link', icon: <Link /> },
  { command: 'table', label: 'Table', icon: <Table /> },
];

interface PolicyToolbarProps {
  readonly isDisabled: boolean;
  readonly onCommand: (command: MarkdownCommand) => void;
}

/** One stop of Tab; arrow keys move from button to button. */
export function PolicyToolbar({ isDisabled, onCommand }: PolicyToolbarProps) {
  return (
    <Toolbar.Root aria-label="Formatting" className="flex flex-wrap gap-0.5">
      {TOOLS.map(({ command, label, keys, icon }) => (
        <Toolbar.Button
          key={command}
          type="button"
          aria-label={label}
          aria-keyshortcuts={keys}
          title={keys === undefined ? label : `${label} (${keys.replace('Control', 'Ctrl')})`}
          disabled={isDisabled}
          onClick={() => onCommand(command)}
          className="flex size-7 items-center justify-center rounded-sm text-fg-muted hover:bg-raised hover:text-fg disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4"
        >
          <span aria-hidden>{icon}</span>
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}
