-- More than one model endpoint is kept; one of them is in use.
ALTER TABLE model_endpoints ADD COLUMN is_in_use INTEGER NOT NULL DEFAULT 0;
UPDATE model_endpoints SET is_in_use = 1;
CREATE UNIQUE INDEX model_endpoints_in_use ON model_endpoints (is_in_use) WHERE is_in_use = 1;

-- Who has seen exactly what leaves for a kind of use, before anything of it left for an address that is
-- not this machine. Seen while others' addresses were hidden says nothing of what leaves when they are not.
CREATE TABLE model_previews (
  base_url TEXT NOT NULL,
  task TEXT NOT NULL,
  hides_external INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  seen_by TEXT NOT NULL,
  PRIMARY KEY (base_url, task, hides_external)
) STRICT, WITHOUT ROWID;

-- Letters of an answer that were a model's reasoning: taken out, never shown, never evidence.
ALTER TABLE model_calls ADD COLUMN reasoning INTEGER NOT NULL DEFAULT 0;
