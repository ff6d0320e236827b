-- Preferences of accounts and settings of the workspace.

-- When an administrator closed the account; its rows stay, so that history keeps its names.
ALTER TABLE users ADD COLUMN deactivated_at INTEGER;

-- Never synced: how an account wants its page.
CREATE TABLE preferences (
  account TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL
) STRICT;

-- One row a section (baselines, sla, retention); a section without one has its defaults.
CREATE TABLE workspace_settings (
  id TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- The last changes of accounts, among millions of entries about alerts.
CREATE INDEX audit_log_users ON audit_log (seq) WHERE resource = 'users';

-- When an address was last tried, so that the list of failed sign-ins can be kept short.
ALTER TABLE login_attempts ADD COLUMN last_at INTEGER NOT NULL DEFAULT 0;

-- For retention: closed alerts by the time of their closing, or their own where that is not known.
CREATE INDEX alerts_over ON alerts (coalesce(resolved_at, created_at))
  WHERE status IN ('RESOLVED', 'FALSE_POSITIVE') AND deleted_at IS NULL;
