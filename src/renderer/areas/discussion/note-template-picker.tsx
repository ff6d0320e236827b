import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import type { Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { noteTemplatesQuery } from './discussion.queries.ts';

const LABEL_CHARS = 60;

interface NoteTemplatePickerProps {
  /** Templates for this verdict come first. */
  verdict: Verdict | null;
  onPick: (text: string) => void;
}

/** Puts the text of a template into a note; nothing is there where there are none. */
export function NoteTemplatePicker({ verdict, onPick }: NoteTemplatePickerProps) {
  const { data = [] } = useQuery(noteTemplatesQuery(useClient()));
  if (data.length === 0) return null;
  const fitting = data.filter((one) => one.verdict === null || one.verdict === verdict);
  const own = fitting.filter((one) => one.verdict !== null);
  const general = fitting.filter((one) => one.verdict === null);
  const offered = [...own, ...general];
  return (
    <div>
      <Menu
        trigger={
          <Button size="sm" icon={<NotebookPen aria-hidden />} disabled={offered.length === 0}>
            Insert template
          </Button>
        }
        items={offered.map(({ name, text }) => ({
          label: name.slice(0, LABEL_CHARS),
          onSelect: () => onPick(text),
        }))}
      />
    </div>
  );
}
