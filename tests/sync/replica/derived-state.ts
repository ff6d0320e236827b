/** What is kept beside the rows, without the places of one database, to be compared with `toEqual`. */
import type { Database } from '../../../src/main/db/database.ts';

const QUERIES: Readonly<Record<string, string>> = {
  'alerts by hour':
    'SELECT hour, source, status, severity, n FROM alert_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4',
  'alerts in all':
    'SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3',
  techniques: 'SELECT day, technique, n FROM technique_counts WHERE n <> 0 ORDER BY 1, 2',
  'hours of alerts': 'SELECT kind, hour, n, ms FROM alert_hours WHERE n <> 0 ORDER BY 1, 2',
  suppressed: 'SELECT * FROM suppressed_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4',
  'suppressed by rule': 'SELECT * FROM suppressed_totals WHERE n <> 0 ORDER BY 1, 2, 3, 4',
  'places of rules': 'SELECT * FROM suppression_places ORDER BY 1, 2, 3',
  groups:
    'SELECT hex(key) AS k, title, severity, n, n_active, first_seen, last_seen FROM alert_groups WHERE n > 0 ORDER BY 1',
  'totals of groups': 'SELECT * FROM group_totals WHERE n <> 0 ORDER BY 1, 2, 3',
  entities: 'SELECT kind, value, alerts, groups FROM entities WHERE alerts > 0 ORDER BY 1, 2',
  'words of alerts':
    "SELECT a.id FROM alerts_fts f JOIN alerts a ON a.seq = f.rowid WHERE alerts_fts MATCH 'e* OR s* OR a* OR w* OR p*' ORDER BY 1",
  'entity terms': 'SELECT id, entity_terms FROM alerts WHERE deleted_at IS NULL ORDER BY 1',
  mentions: 'SELECT * FROM alert_mentions ORDER BY 1, 2, 3',
  evidence: 'SELECT evidence_id, type, verdict, expiration_date FROM evidence_places ORDER BY 1',
  'words of evidence':
    "SELECT p.evidence_id FROM evidence_fts f JOIN evidence_places p ON p.place = f.rowid WHERE evidence_fts MATCH 'a* OR e* OR p* OR s* OR t*' ORDER BY 1",
  'proof of controls': 'SELECT * FROM control_proof ORDER BY 1',
  'evidence without a control': 'SELECT * FROM evidence_unlinked ORDER BY 1',
  risks:
    'SELECT risk_id, status, category, likelihood, impact, residual_tenths, owner, attention_on FROM risk_places ORDER BY 1',
  'counts of risks': 'SELECT * FROM risk_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4, 5',
  policies:
    'SELECT policy_id, status, category, owner, next_review_date, working_status FROM policy_places ORDER BY 1',
  vendors:
    'SELECT vendor_id, status, risk_tier, category, next_assessment, contract_expiry FROM vendor_places ORDER BY 1',
  'counts of vendors': 'SELECT * FROM vendor_counts WHERE n <> 0 ORDER BY 1, 2, 3',
  investigations: 'SELECT investigation_id, status FROM investigation_places ORDER BY 1',
  indicators: 'SELECT indicator_id, type FROM indicator_places ORDER BY 1',
};

export function derivedState(db: Database): Record<string, unknown[]> {
  return db.read('test.derived', (reader) =>
    Object.fromEntries(Object.entries(QUERIES).map(([name, sql]) => [name, reader.all(sql)])),
  );
}
