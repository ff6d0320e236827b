import { useUser } from '../api/session.tsx';
import type { ShortcutGroup } from '../api/shortcuts.tsx';
import { useShownShortcuts } from '../api/shortcuts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { GO_PLACES } from './go-keys.places.ts';
import { globalShortcuts, permittedGroups } from './shortcuts.ts';
import { ShortcutKeys } from './shortcuts-keys.tsx';

/** The keys of this screen, then those that work on all of them. */
export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { permissions } = useUser();
  const ofScreen = useShownShortcuts();
  const everywhere = globalShortcuts(GO_PLACES);
  const groups = permittedGroups([...ofScreen, ...everywhere], (needs) =>
    permissions.includes(needs),
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      description="They rest while you type and while a dialog is open."
      size="lg"
    >
      <ScrollRegion label="Shortcuts" className="max-h-[calc(84vh-9rem)]">
        <div className="gap-x-10 sm:columns-2">
          {groups.map((group) => (
            <Group key={group.title} group={group} />
          ))}
        </div>
      </ScrollRegion>
    </Dialog>
  );
}

function Group({ group }: { group: ShortcutGroup }) {
  return (
    <section aria-label={group.title} className="mb-5 break-inside-avoid">
      <h3 className="border-b border-line pb-1.5 text-sm font-semibold text-fg">{group.title}</h3>
      <dl>
        {group.shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex min-h-7 items-center justify-between gap-4">
            <dt className="min-w-0 text-fg-muted">{label}</dt>
            <dd>
              <ShortcutKeys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
