-- The model endpoint, its probes, the log of calls and the budgets. All of this workstation: who shares
-- a workspace does not share where its texts may go, nor the key.
CREATE TABLE model_endpoints (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  preset TEXT NOT NULL,
  base_url TEXT NOT NULL,
  -- Azure-style only.
  api_version TEXT,
  model TEXT NOT NULL,
  -- {"chat": "another-model"}: a task that is absent uses `model`.
  task_models TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(task_models)),
  -- Off: kept, and not called.
  is_on INTEGER NOT NULL DEFAULT 1,
  -- Somebody agreed to http to another machine.
  is_insecure_allowed INTEGER NOT NULL DEFAULT 0,
  changed_by TEXT,
  changed_at INTEGER NOT NULL
) STRICT;

-- Sealed (AES-256-GCM) under a key derived from the database's; in no export.
CREATE TABLE model_keys (
  endpoint_id TEXT PRIMARY KEY REFERENCES model_endpoints (id) ON DELETE CASCADE,
  sealed BLOB NOT NULL
) STRICT;

-- One row: budgets, prices and how long the content of calls is kept.
CREATE TABLE model_limits (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

-- What 'Test connection' found of a model at an address.
CREATE TABLE model_probes (
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('none', 'writes', 'tools')),
  has_schema INTEGER NOT NULL DEFAULT 0,
  -- [{"check", "outcome", "detail"}] in order.
  checks TEXT NOT NULL CHECK (json_valid(checks)),
  -- Pieces of text a second; null: not measured.
  speed REAL,
  probed_at INTEGER NOT NULL,
  probed_by TEXT,
  PRIMARY KEY (base_url, model)
) STRICT, WITHOUT ROWID;

CREATE TABLE model_calls (
  id TEXT PRIMARY KEY,
  run_id TEXT NOT NULL,
  task TEXT NOT NULL,
  -- Who asked; null: the product itself.
  account TEXT,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- Null while it is under way.
  duration_ms INTEGER,
  bytes_sent INTEGER NOT NULL DEFAULT 0,
  bytes_received INTEGER NOT NULL DEFAULT 0,
  tokens_sent INTEGER NOT NULL DEFAULT 0,
  tokens_received INTEGER NOT NULL DEFAULT 0,
  -- The endpoint did not count: four bytes a token.
  is_estimated INTEGER NOT NULL DEFAULT 0,
  -- By the prices set when it was made; null: no prices were set.
  cost REAL,
  finish TEXT,
  failure TEXT,
  failure_text TEXT,
  -- {"claims", "dropped", "discarded", "note"}: of the run, once it was checked.
  verification TEXT CHECK (verification IS NULL OR json_valid(verification)),
  replay_of TEXT,
  -- The request's body as it left, and the answer as it came, pseudonyms and all; null once too old.
  sent TEXT,
  reply TEXT CHECK (reply IS NULL OR json_valid(reply))
) STRICT;
CREATE INDEX model_calls_newest ON model_calls (at DESC, id DESC);
CREATE INDEX model_calls_run ON model_calls (run_id);

-- Used per day (UTC), which outlives the calls.
CREATE TABLE model_usage (
  day TEXT PRIMARY KEY,
  calls INTEGER NOT NULL DEFAULT 0,
  tools INTEGER NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0,
  cost REAL NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
