import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import type { ReactNode } from 'react';
import { ageText, isOld } from '../../../shared/areas/enrichment/age.rules.ts';
import {
  ENRICHMENT_LABELS,
  type EnrichmentFound,
  type NetworkFacts,
} from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useNow } from '../../ui/use-now.ts';
import { lookUpQuery } from './enrichment.queries.ts';

const CVE = /\bCVE-\d{4}-\d{4,10}\b/gi;
const MOST = 100;

/** CVE numbers in texts of an alert, with its addresses: what imported sets may know of. */
export function lookUpValues(
  addresses: readonly (string | null)[],
  ...texts: readonly string[]
): string[] {
  const cves = texts.flatMap((text) => text.match(CVE) ?? []).map((cve) => cve.toUpperCase());
  const all = addresses.flatMap((address) => (address ? [address] : []));
  return [...new Set([...all, ...cves])].slice(0, MOST);
}

interface LocalFactsProps {
  values: readonly string[];
  /** What the facts are shown in; nothing is shown where no set is imported or none has a word on the values. */
  frame: (content: ReactNode) => ReactNode;
}

/** What imported files say, marked as that: with who published them and how old they are. */
export function LocalFacts({ values, frame }: LocalFactsProps) {
  const { data } = useQuery(lookUpQuery(useClient(), values));
  const known = data?.values.filter(({ found }) => found.length > 0) ?? [];
  if (known.length === 0) return null;
  return frame(
    <div className="flex flex-col gap-3">
      {known.map(({ value, found }) => (
        <section key={value} aria-label={value} className="flex min-w-0 flex-col gap-1.5">
          <span className="min-w-0 font-mono text-xs text-fg-muted">
            <Untrusted text={value} max={100} expand="none" />
          </span>
          <ul className="flex flex-col gap-2">
            {found.map((one) => (
              <Found key={one.setId} one={one} />
            ))}
          </ul>
        </section>
      ))}
      <p className="flex items-center gap-1.5 text-xs text-fg-muted">
        <Database aria-hidden className="size-3.5 shrink-0" />
        From imported files on this workstation. Nobody was asked.
      </p>
    </div>,
  );
}

function Found({ one }: { one: EnrichmentFound }) {
  const now = useNow();
  return (
    <li className="min-w-0 text-fg">
      {one.kev ? <Kev kev={one.kev} /> : <Network network={one.network ?? {}} />}
      <span
        className={`block text-xs ${isOld(one.kind, one.date, now) ? 'text-warn' : 'text-fg-muted'}`}
      >
        {ENRICHMENT_LABELS[one.kind]}, <Untrusted text={one.source} max={80} expand="none" />
        {one.date !== null && `, ${one.date}`}: {ageText(one.date, now)}
      </span>
    </li>
  );
}

function Kev({ kev }: { kev: NonNullable<EnrichmentFound['kev']> }) {
  return (
    <>
      <span className="block font-medium">
        <Untrusted text={kev.title} max={200} expand="none" />
      </span>
      <span className="block">
        <Untrusted text={`${kev.vendor} ${kev.product}`} max={200} expand="none" />
        {': known to be exploited since '}
        <Untrusted text={kev.added} max={30} expand="none" />
        {kev.ransomware.toLowerCase() === 'known' && ', also by ransomware'}
        {kev.due !== '' && (
          <>
            , due <Untrusted text={kev.due} max={30} expand="none" />
          </>
        )}
      </span>
      <span className="block text-fg-muted">
        <Untrusted text={kev.action} max={400} />
      </span>
    </>
  );
}

function Network({ network }: { network: NetworkFacts }) {
  const { asn, name, country, countryName, region, city } = network;
  const system = [asn === undefined ? null : `AS${asn}`, name];
  const place = [city, region, countryName ?? country];
  const said = [system.filter(Boolean).join(' '), place.filter(Boolean).join(', ')];
  return <Untrusted text={said.filter(Boolean).join(' · ')} max={300} expand="none" />;
}
