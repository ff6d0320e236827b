/** Small parts that show indicators: never as something that could be opened by accident. */
import { Link } from 'react-router-dom';
import { defang } from '../../../../shared/areas/forensics/indicators/defang.ts';
import type { Sighting } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import type { Tlp } from '../../../../shared/areas/forensics/indicators/life.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';

const TLP_TONES: Readonly<Record<Tlp, BadgeTone>> = {
  CLEAR: 'neutral',
  GREEN: 'ok',
  AMBER: 'warn',
  'AMBER+STRICT': 'warn',
  RED: 'bad',
};

export function TlpBadge({ tlp }: { tlp: Tlp }) {
  return <Badge tone={TLP_TONES[tlp]}>{`TLP:${tlp}`}</Badge>;
}

/** Shown harmless; copied as it is, on purpose only. */
export function IocValue({ type, value }: { type: string; value: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 truncate font-mono text-xs">
        <Untrusted text={defang(type, value)} max={160} expand="none" />
      </span>
      {/* The icon says it: room is for the value. */}
      <span className="contents [&_[aria-live]]:sr-only">
        <CopyButton text={value} label="Copy the value" />
      </span>
    </span>
  );
}

const linkOf = ({ kind, id, place }: Sighting): string =>
  kind === 'alert'
    ? `/alerts?alert=${encodeURIComponent(id)}`
    : `/forensics?investigation=${encodeURIComponent(place ?? '')}&view=events&event=${encodeURIComponent(id)}`;

const alertField = (field: string): string => field.replace(/\bip\b/g, 'IP');

/** Where it was seen: the record is a click away, the words around it are text. */
export function SightingList({
  sightings,
  label,
}: {
  sightings: readonly Sighting[];
  label: string;
}) {
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {sightings.map((one) => (
        <li key={`${one.kind} ${one.place} ${one.id}`} className="min-w-0 text-xs">
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Link
              to={linkOf(one)}
              className="min-w-0 truncate rounded-sm text-accent-text underline-offset-2 hover:underline"
            >
              <Untrusted text={one.label} max={120} expand="none" />
            </Link>
            <span className="text-fg-muted">
              {one.kind === 'alert' ? `Alert · ${alertField(one.field)}` : `Event · ${one.field}`}
              {one.isPart && ' · part of a longer name'}
            </span>
            {one.at !== null && <DateTime value={one.at} />}
          </div>
          <p className="font-mono text-fg-muted [overflow-wrap:anywhere]">
            <Untrusted text={one.excerpt} max={240} expand="none" />
          </p>
        </li>
      ))}
    </ul>
  );
}
