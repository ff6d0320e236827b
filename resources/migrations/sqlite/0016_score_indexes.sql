-- What scores read of a piece of evidence, apart from its long rows: a framework's evidence lies all
-- over the table, whose pages would have to be read and decrypted each time.
CREATE INDEX evidence_proof ON evidence (
  id, verdict, expiration_date, is_self_approved, period_end, received_at, collection_date,
  created_at, title
) WHERE deleted_at IS NULL AND superseded_by IS NULL;

-- What was accepted between two moments.
CREATE INDEX evidence_reviewed ON evidence (reviewed_at)
  WHERE verdict = 'ACCEPTED' AND deleted_at IS NULL AND superseded_by IS NULL;
