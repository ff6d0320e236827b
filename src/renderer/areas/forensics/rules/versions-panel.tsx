import { useQuery } from '@tanstack/react-query';
import { diffLines } from 'diff';
import { useMemo, useState } from 'react';
import type { RuleVersion } from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { useClient } from '../../../api/client-context.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { versionsQuery } from './rules.queries.ts';

const DIFF_MS = 500;

/** Versions of a rule, each beside the one before. */
export function VersionsPanel({ ruleId }: { ruleId: string }) {
  const found = useQuery(versionsQuery(useClient(), ruleId));
  return (
    <Loaded query={found} failed="The versions could not be loaded">
      {(list) => <Versions list={list} />}
    </Loaded>
  );
}

function Versions({ list }: { list: readonly RuleVersion[] }) {
  const [chosen, choose] = useState(String(list[0]?.number ?? 1));
  const at = Math.max(
    0,
    list.findIndex(({ number }) => String(number) === chosen),
  );
  const version = list[at];
  const before = list[at + 1];
  if (!version) return <p className="text-fg-muted">No versions.</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="w-56">
        <Select
          label="Version"
          value={String(version.number)}
          onValueChange={choose}
          options={list.map(({ number, statedVersion }) => ({
            value: String(number),
            label:
              statedVersion === null ? `Version ${number}` : `Version ${number} (${statedVersion})`,
          }))}
        />
      </div>
      <p className="text-xs text-fg-muted">
        <DateTime value={version.createdAt} />, SHA-256{' '}
        <span className="break-all">{version.hash}</span>
      </p>
      {before ? (
        <Difference from={before.text} to={version.text} />
      ) : (
        <p className="text-fg-muted">
          The first version that is kept: there is nothing to compare it with.
        </p>
      )}
    </div>
  );
}

function Difference({ from, to }: { from: string; to: string }) {
  const parts = useMemo(() => {
    const changes = diffLines(from, to, { timeout: DIFF_MS }) ?? [
      { value: from, removed: true, added: false },
      { value: to, removed: false, added: true },
    ];
    let place = 0;
    return changes.map(({ value, added, removed }) => {
      place += value.length;
      return { key: `${place}${added ? '+' : removed ? '-' : '='}`, value, added, removed };
    });
  }, [from, to]);
  return (
    <ScrollRegion
      label="Changes of this version"
      className="max-h-112 overflow-auto rounded-md border border-line bg-sunken p-2"
    >
      <pre className="text-xs">
        {parts.map(({ key, value, added, removed }) => {
          const text = <Untrusted text={value} max={20_000} newlines="keep" />;
          if (added)
            return (
              <ins key={key} className="block bg-ok-soft text-ok no-underline">
                {text}
              </ins>
            );
          if (removed)
            return (
              <del key={key} className="block bg-bad-soft text-bad">
                {text}
              </del>
            );
          return (
            <span key={key} className="block">
              {text}
            </span>
          );
        })}
      </pre>
    </ScrollRegion>
  );
}
