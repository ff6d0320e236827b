import { useQuery } from '@tanstack/react-query';
import { Check, ListFilter } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { scopeQuery } from './gaps.queries.ts';

const ITEM =
  'relative flex min-h-7 cursor-pointer items-center rounded-sm py-1 pr-3 pl-7 text-fg outline-none select-none data-highlighted:bg-raised';

interface GapScopeProps {
  /** Null: every active framework. */
  value: readonly string[] | null;
  onChange: (frameworkIds: readonly string[] | null) => void;
}

/** Which frameworks the next analysis looks at; stays open while several are chosen. */
export function GapScope({ value, onChange }: GapScopeProps) {
  const { data: frameworks = [] } = useQuery(scopeQuery(useClient()));
  const chosen = new Set(value ?? []);
  const [first] = frameworks.filter(({ id }) => chosen.has(id));
  const name =
    value === null
      ? 'All active frameworks'
      : chosen.size === 1 && first
        ? first.name
        : `${chosen.size} frameworks`;
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next.size === 0 ? null : [...next]);
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button icon={<ListFilter aria-hidden />}>Scope: {name}</Button>
      </Radix.Trigger>
      <Radix.Portal container={document.getElementById('main')}>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[min(24rem,var(--radix-dropdown-menu-content-available-height))] min-w-56 animate-pop overflow-y-auto rounded-md bg-surface p-1 shadow-float"
        >
          <Radix.CheckboxItem
            checked={value === null}
            onCheckedChange={() => onChange(null)}
            onSelect={(event) => event.preventDefault()}
            className={ITEM}
          >
            <Indicator />
            All active frameworks
          </Radix.CheckboxItem>
          <Radix.Separator className="my-1 h-px bg-line" />
          {frameworks.map((framework) => (
            <Radix.CheckboxItem
              key={framework.id}
              checked={chosen.has(framework.id)}
              onCheckedChange={(isChosen) => toggle(framework.id, isChosen)}
              onSelect={(event) => event.preventDefault()}
              className={ITEM}
            >
              <Indicator />
              <Untrusted text={framework.name} expand="none" />
            </Radix.CheckboxItem>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Indicator() {
  return (
    <Radix.ItemIndicator className="absolute left-2">
      <Check aria-hidden className="size-3.5 text-accent-text" />
    </Radix.ItemIndicator>
  );
}
