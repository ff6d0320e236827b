-- Comments, watching and checklists of alerts.
CREATE TABLE alert_comments (
  id TEXT PRIMARY KEY,
  alert_id TEXT NOT NULL DEFAULT '',
  author TEXT,
  -- Mentions stand in it as @{account id}: a name may change.
  text TEXT NOT NULL DEFAULT '',
  -- The accounts it mentions.
  mentions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mentions)),
  created_at INTEGER NOT NULL DEFAULT 0,
  edited_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX alert_comments_alert ON alert_comments (alert_id, created_at, id);

CREATE TABLE alert_watchers (
  id TEXT PRIMARY KEY,
  alert_id TEXT NOT NULL DEFAULT '',
  account TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX alert_watchers_alert ON alert_watchers (alert_id, account) WHERE deleted_at IS NULL;
CREATE INDEX alert_watchers_account ON alert_watchers (account, created_at) WHERE deleted_at IS NULL;

-- Up to which entry of the audit log watchers have been told; of this workstation.
CREATE TABLE watch_told (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL
) STRICT;

-- Checklists the workspace made; the product's own are content of the program.
CREATE TABLE playbooks (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  summary TEXT NOT NULL DEFAULT '',
  -- {"techniques": [], "words": []}: what alerts it belongs to.
  matches TEXT NOT NULL DEFAULT '{"techniques":[],"words":[]}' CHECK (json_valid(matches)),
  -- [{"id", "text"}] in order.
  steps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(steps)),
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- One step of a checklist ticked on one alert.
CREATE TABLE alert_checks (
  id TEXT PRIMARY KEY,
  alert_id TEXT NOT NULL DEFAULT '',
  playbook_id TEXT NOT NULL DEFAULT '',
  step_id TEXT NOT NULL DEFAULT '',
  -- As it read when it was ticked: a checklist may change.
  step_text TEXT NOT NULL DEFAULT '',
  checked_by TEXT,
  checked_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX alert_checks_alert ON alert_checks (alert_id, playbook_id, step_id);
