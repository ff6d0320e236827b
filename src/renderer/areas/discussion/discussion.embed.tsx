import { lazy } from 'react';
import { useUser } from '../../api/session.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { AlertChecklists as Checklists } from './alert-checklists.tsx';
import { NEW_COMMENT_ID, Comments as Said } from './comments.tsx';
import { useToggleWatch as useToggle } from './discussion.queries.ts';
import { NoteTemplatePicker as TemplatePicker } from './note-template-picker.tsx';
import { WatchButton as Watch } from './watch-button.tsx';

/** What other screens show of the discussion of one record. */
export const AlertChecklists = Checklists;
export const Comments = Said;
export const NoteTemplatePicker = TemplatePicker;
export const WatchButton = Watch;

/** Watches an alert, or no longer, and says which. */
export function useToggleWatch(): (alertId: string) => void {
  const me = useUser();
  const toggle = useToggle(me.id);
  const { toast } = useToast();
  const sayError = useErrorToast();
  return (alertId) =>
    toggle.mutate(alertId, {
      onSuccess: (watchers) =>
        toast({
          title: 'Success',
          description: watchers.some(({ account }) => account === me.id)
            ? 'You watch this alert'
            : 'You no longer watch this alert',
        }),
      onError: sayError,
    });
}

const TRY_EVERY_MS = 50;
const TRIES = 20;

/** Opens an alert and puts the caret where a comment is written, once that is there. */
export function beginComment(open: () => void): void {
  open();
  let tries = 0;
  const look = () => {
    const field = document.getElementById(NEW_COMMENT_ID);
    tries += 1;
    if (field) field.focus();
    else if (tries < TRIES) setTimeout(look, TRY_EVERY_MS);
  };
  setTimeout(look, 0);
}

/** Loaded when they are shown: parts of the settings. */
export const NoteTemplates = lazy(async () => ({
  default: (await import('./note-templates.tsx')).NoteTemplates,
}));
export const Playbooks = lazy(async () => ({
  default: (await import('./playbooks.tsx')).Playbooks,
}));
