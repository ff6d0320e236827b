import { useChangePreferences, usePreferences } from '../api/preferences.tsx';
import { Button } from '../ui/button.tsx';
import { useErrorToast } from '../ui/use-error-toast.ts';

/** Which clock every time of the page is shown by. */
export function ZoneSwitch() {
  const { timeZone } = usePreferences();
  const change = useChangePreferences(useErrorToast());
  const isUtc = timeZone === 'utc';
  return (
    <Button
      variant="ghost"
      aria-pressed={isUtc}
      label="Times in UTC"
      title={isUtc ? 'Times are in UTC. Show local time' : 'Times are local. Show UTC'}
      onClick={() => change.mutate({ timeZone: isUtc ? 'local' : 'utc' })}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
    >
      UTC
    </Button>
  );
}
