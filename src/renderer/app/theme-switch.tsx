import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { THEMES } from '../../shared/areas/settings/preferences.contract.ts';
import { useChangePreferences, usePreferences } from '../api/preferences.tsx';
import { Button } from '../ui/button.tsx';
import { useErrorToast } from '../ui/use-error-toast.ts';
import { isTheme } from './theme.ts';

const LOOKS = {
  dark: { label: 'Dark', icon: Moon },
  light: { label: 'Light', icon: Sun },
  system: { label: 'Follow the system', icon: Monitor },
} as const;

export function ThemeSwitch() {
  const { theme } = usePreferences();
  const change = useChangePreferences(useErrorToast());
  const Current = LOOKS[theme].icon;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="ghost" icon={<Current aria-hidden />} label="Theme" title="Theme" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        className="z-50 min-w-44 animate-pop rounded-lg bg-surface p-1 shadow-float"
      >
        <DropdownMenu.RadioGroup
          value={theme}
          onValueChange={(value) => isTheme(value) && change.mutate({ theme: value })}
        >
          {THEMES.map((name) => (
            <ThemeItem key={name} name={name} />
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function ThemeItem({ name }: { name: keyof typeof LOOKS }) {
  const { label, icon: Icon } = LOOKS[name];
  return (
    <DropdownMenu.RadioItem
      value={name}
      className="flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 text-fg outline-none data-highlighted:bg-raised"
    >
      <Icon aria-hidden className="size-4 text-fg-muted" />
      <span className="flex-1">{label}</span>
      <DropdownMenu.ItemIndicator>
        <Check aria-hidden className="size-4 text-accent-text" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
