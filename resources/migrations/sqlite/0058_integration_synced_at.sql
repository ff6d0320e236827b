-- When this workstation last synced an integration: every few minutes, so it is no column of the synced row.

ALTER TABLE integration_states ADD COLUMN synced_at INTEGER;
