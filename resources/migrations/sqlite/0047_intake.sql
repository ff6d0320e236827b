-- Files taken into an investigation (issue 8): a session is one file read by the tools that fit it.
-- The evidence that the file is kept as; null for one inside another, which is read out of that.
ALTER TABLE forensic_sessions ADD COLUMN evidence_id TEXT;
-- The session of the file that this one was in.
ALTER TABLE forensic_sessions ADD COLUMN parent_id TEXT;
-- As whoever brought it named it, with the folder it was in; made harmless for showing, never a path.
ALTER TABLE forensic_sessions ADD COLUMN file_name TEXT;
-- Within the file that was brought: 'a.zip!/logs/x.evtx' is 'logs/x.evtx' here.
ALTER TABLE forensic_sessions ADD COLUMN inner_path TEXT;
ALTER TABLE forensic_sessions ADD COLUMN size_bytes INTEGER;
ALTER TABLE forensic_sessions ADD COLUMN sha256 TEXT;
ALTER TABLE forensic_sessions ADD COLUMN tool_version TEXT;
-- What it was taken for, in words: 'ZIP archive'.
ALTER TABLE forensic_sessions ADD COLUMN detected TEXT;
-- Readers that a person chose: ["evtx"]. Null where the content decides.
ALTER TABLE forensic_sessions ADD COLUMN chosen TEXT CHECK (chosen IS NULL OR json_valid(chosen));
ALTER TABLE forensic_sessions ADD COLUMN events INTEGER;
-- src/shared/areas/forensics/intake/intake.contract.ts.
ALTER TABLE forensic_sessions ADD COLUMN receipt TEXT CHECK (receipt IS NULL OR json_valid(receipt));
-- Why it failed or waits, in words for people.
ALTER TABLE forensic_sessions ADD COLUMN problem TEXT;

CREATE INDEX forensic_sessions_evidence ON forensic_sessions (evidence_id)
  WHERE evidence_id IS NOT NULL;
CREATE INDEX forensic_sessions_content ON forensic_sessions (investigation_id, sha256)
  WHERE sha256 IS NOT NULL;
CREATE INDEX forensic_sessions_parent ON forensic_sessions (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX forensic_sessions_status ON forensic_sessions (status, started_at, id);
