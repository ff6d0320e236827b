import { Compass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonStyles } from '../ui/button.tsx';

export function NotFoundScreen() {
  return (
    <div className="flex min-h-80 flex-1 flex-col items-center justify-center gap-1 text-center">
      <title>404 Page Not Found · Watchfloor</title>
      <Compass aria-hidden className="mb-2 size-6 text-fg-faint" />
      <h1 className="text-lg font-semibold text-fg">404 Page Not Found</h1>
      <p className="text-fg-muted">There is no page at this address.</p>
      <Link to="/" className={`mt-3 ${buttonStyles({ variant: 'secondary' })}`}>
        Go to the start page
      </Link>
    </div>
  );
}
