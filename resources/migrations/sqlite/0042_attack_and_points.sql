-- ATT&CK as an administrator read it in by file; none: the table that ships is in use. Of this workstation.
-- `data` is the compact form that this product writes; `checksum`: SHA-256 of the file it was read from.
CREATE TABLE attack_table (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  checksum TEXT NOT NULL,
  file_name TEXT NOT NULL,
  applied_by TEXT,
  applied_at INTEGER NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data))
) STRICT;

-- Which reasons a decision had, as bits by their place in POINT_CODES: what refitting learns from.
ALTER TABLE engine_decisions ADD COLUMN reasons INTEGER NOT NULL DEFAULT 0;
-- Null: the verdict is no example (the engine had not spoken, or the pattern had enough that day).
ALTER TABLE engine_dispositions ADD COLUMN reasons INTEGER;
-- Open alerts with a `seq` behind this one are decided anew, a piece at a time; null: none are.
ALTER TABLE engine_state ADD COLUMN redo_from INTEGER;

-- Verdicts by the reasons that their alerts had; `code` '' counts all of them.
CREATE TABLE engine_examples (
  code TEXT PRIMARY KEY,
  malicious INTEGER NOT NULL,
  benign INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Points as the desk's verdicts refitted them; the last is in use unless a person chose the hand-set ones.
CREATE TABLE engine_points (
  revision INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  at INTEGER NOT NULL,
  malicious INTEGER NOT NULL,
  benign INTEGER NOT NULL,
  points TEXT NOT NULL CHECK (json_valid(points))
) STRICT;

-- REFITTED: by the desk's verdicts. HAND: as they ship.
ALTER TABLE automation_policy ADD COLUMN points TEXT NOT NULL DEFAULT 'REFITTED'
  CHECK (points IN ('REFITTED', 'HAND'));
-- Errors count from here.
ALTER TABLE automation_policy ADD COLUMN on_since INTEGER NOT NULL DEFAULT 0;
UPDATE automation_policy SET on_since = changed_at;
-- Against a long history two others must agree: who did first.
ALTER TABLE automation_second_looks ADD COLUMN first_confirmed_by TEXT;
ALTER TABLE automation_second_looks ADD COLUMN first_confirmed_at INTEGER;
