import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

interface FileDropProps {
  title: string;
  /** What may be dropped, in one line. */
  text: ReactNode;
  isAllowed: boolean;
  /** `transfer` holds folders as entries, during the call only. Stays the same between renders (`useCallback`): the listeners are put on the window anew else. */
  onFiles: (files: readonly File[], transfer: DataTransfer | null) => void;
}

/**
 * Takes files dropped anywhere on the window. Whatever else is dropped, or where it is not allowed,
 * the window never leaves for the file itself.
 */
export function FileDrop({ title, text, isAllowed, onFiles }: FileDropProps) {
  const isOver = useWindowDrop(isAllowed, onFiles);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-overlay p-6">
      <p className="flex h-full w-full flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-focus text-fg">
        <span className="flex flex-col items-center gap-1 rounded-lg bg-surface px-8 py-6 shadow-float">
          <FileUp aria-hidden className="mb-1 size-6 text-accent-text" />
          <span className="text-base font-semibold">{title}</span>
          <span className="text-fg-muted">{text}</span>
        </span>
      </p>
    </div>
  );
}

/** Whether files are held over the window. */
function useWindowDrop(isAllowed: boolean, onFiles: FileDropProps['onFiles']): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    // Counting what is entered and left would go wrong with every row that goes while files are
    // held over it: they have left the window when they are over nothing, and are back with the
    // next event.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      setIsOver(isAllowed);
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isAllowed ? 'copy' : 'none';
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      if (isAllowed) onFiles([...(event.dataTransfer?.files ?? [])], event.dataTransfer);
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [isAllowed, onFiles]);
  return isOver;
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
