-- Risks in currency, what incidents say about their likelihood, and receipts of imports.

-- Ranges of one risk: 5th and 95th percentile of a loss per event and of events per year, before and
-- after treatment. One live row a risk.
CREATE TABLE risk_quantities (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL REFERENCES risks (id),
  currency TEXT CHECK (currency IS NULL OR length(currency) = 3),
  loss_low REAL NOT NULL CHECK (loss_low > 0),
  loss_high REAL NOT NULL CHECK (loss_high >= loss_low),
  frequency_low REAL NOT NULL CHECK (frequency_low > 0),
  frequency_high REAL NOT NULL CHECK (frequency_high >= frequency_low),
  after_loss_low REAL,
  after_loss_high REAL,
  after_frequency_low REAL,
  after_frequency_high REAL,
  assumptions TEXT,
  stated_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX risk_quantities_risk ON risk_quantities (risk_id) WHERE deleted_at IS NULL;

-- One row, 'workspace': the currency that is assumed, and the seed of the draws.
CREATE TABLE risk_quant_settings (
  id TEXT PRIMARY KEY,
  currency TEXT NOT NULL DEFAULT 'EUR' CHECK (length(currency) = 3),
  seed INTEGER NOT NULL DEFAULT 20261121,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- Results of draws, by the hash of what they were drawn from: derived, made anew at any time.
-- `id` is a risk's, or 'portfolio:<currency>'.
CREATE TABLE risk_quant_results (
  id TEXT PRIMARY KEY,
  input_hash TEXT NOT NULL,
  result TEXT NOT NULL CHECK (json_valid(result)),
  computed_at INTEGER NOT NULL
) STRICT;

-- Which cases are a risk's own: techniques and words that a person set, and since when it is counted.
CREATE TABLE risk_scenarios (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL REFERENCES risks (id),
  techniques TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(techniques)),
  keywords TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(keywords)),
  -- A day; null counts from the day on which the risk was written down.
  exposure_from TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX risk_scenarios_risk ON risk_scenarios (risk_id) WHERE deleted_at IS NULL;

-- What a person added to the cases of a risk (MANUAL: day and note) or took out of them (EXCLUDED:
-- the alert or the investigation, and why).
CREATE TABLE risk_cases (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL REFERENCES risks (id),
  kind TEXT NOT NULL CHECK (kind IN ('MANUAL', 'EXCLUDED')),
  day TEXT,
  ref TEXT,
  note TEXT NOT NULL,
  added_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX risk_cases_risk ON risk_cases (risk_id) WHERE deleted_at IS NULL;

-- What the cases would make of a likelihood. Only a person who confirms one changes the risk.
CREATE TABLE risk_proposals (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL REFERENCES risks (id),
  state TEXT NOT NULL DEFAULT 'PENDING'
    CHECK (state IN ('PENDING', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN')),
  from_likelihood INTEGER NOT NULL CHECK (from_likelihood BETWEEN 1 AND 5),
  to_likelihood INTEGER NOT NULL CHECK (to_likelihood BETWEEN 1 AND 5),
  -- Of the gamma distributions of events per year, and where the prior came from.
  prior_source TEXT NOT NULL,
  prior_shape REAL NOT NULL,
  prior_rate REAL NOT NULL,
  posterior_shape REAL NOT NULL,
  posterior_rate REAL NOT NULL,
  exposure_from TEXT NOT NULL,
  exposure_to TEXT NOT NULL,
  exposure_years REAL NOT NULL,
  case_count INTEGER NOT NULL,
  cases TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(cases)),
  -- Of the cases and of what is proposed: the same evidence is not proposed twice.
  digest TEXT NOT NULL,
  reason TEXT,
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX risk_proposals_pending ON risk_proposals (risk_id)
  WHERE state = 'PENDING' AND deleted_at IS NULL;
CREATE INDEX risk_proposals_risk ON risk_proposals (risk_id, created_at) WHERE deleted_at IS NULL;

-- The cases that were found for a risk when they were last looked for: derived.
CREATE TABLE risk_found_cases (
  risk_id TEXT PRIMARY KEY,
  cases TEXT NOT NULL CHECK (json_valid(cases)),
  is_cut INTEGER NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1)),
  found_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Alerts that a person confirmed, with or without a technique. An import writes none.
CREATE INDEX alerts_confirmed_all ON alerts (resolved_at, seq)
  WHERE status = 'RESOLVED' AND auto_closed_at IS NULL AND first_action_at IS NOT NULL
    AND deleted_at IS NULL;

-- Receipts of imports into the register, and what became of each row.
CREATE TABLE risk_imports (
  id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  total INTEGER NOT NULL,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  notes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(notes)),
  message TEXT,
  job_id TEXT,
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX risk_imports_newest ON risk_imports (started_at DESC, id DESC);

CREATE TABLE risk_import_rows (
  import_id TEXT NOT NULL REFERENCES risk_imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'unchanged', 'skipped')),
  title TEXT NOT NULL,
  risk_id TEXT,
  reason TEXT,
  changes TEXT CHECK (changes IS NULL OR json_valid(changes)),
  PRIMARY KEY (import_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX risk_import_rows_outcome ON risk_import_rows (import_id, outcome, line);
