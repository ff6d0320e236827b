import { severitySchema } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { AlertSuggester, SuggestedAlert } from '../alerts/alert-suggest.store.ts';
import type { SearchSource } from './search.service.ts';

/** Alerts as results that open on the desk. */
export function createAlertSource(suggest: AlertSuggester): SearchSource {
  return ({ words, limit }) => {
    const { total, alerts } = suggest(words, limit);
    return { total, items: alerts.map(toItem) };
  };
}

function toItem(alert: SuggestedAlert) {
  const { id, title, status, source, source_host, source_ip } = alert;
  const hidden = alert.suppressed_by === null ? null : 'Hidden by a suppression rule';
  return {
    id,
    title,
    detail: [hidden, source, source_host, source_ip].filter(Boolean).join(' · '),
    link: `/alerts?alert=${encodeURIComponent(id)}`,
    severity: severitySchema.parse(alert.severity),
    status,
    at: toIso(alert.created_at),
  };
}
