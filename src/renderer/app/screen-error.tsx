import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';

const ID_BYTES = 4;

/** Not `randomUUID`, which a page without a secure origin lacks: this part must never fail. */
function newErrorId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(ID_BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a screen that broke is replaced by; the layout around it lives on. */
export function ScreenError() {
  const error = useRouteError();
  const [id] = useState(newErrorId);
  // To the console of the page, which the desktop writes to its log, under the id shown here.
  useEffect(() => reportError(new Error(`Screen error ${id}`, { cause: error })), [id, error]);
  return (
    <div
      role="alert"
      className="flex min-h-80 flex-1 flex-col items-center justify-center gap-1 text-center"
    >
      <CircleAlert aria-hidden className="mb-2 size-6 text-bad" />
      <h1 className="text-sm font-semibold text-fg">This screen stopped working</h1>
      <p className="max-w-prose text-fg-muted">
        Nothing that was saved is lost. Reload it, or go on with another screen.
      </p>
      <p className="text-xs text-fg-faint">
        Error id <code className="font-mono select-all">{id}</code>
      </p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
