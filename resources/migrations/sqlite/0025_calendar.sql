-- The calendar and its reminders read every register by day: narrow indexes in the order of the lists,
-- which hold what the counts ask for. They are named in the queries (`db/due-days.ts`).

CREATE INDEX calendar_evidence ON evidence (expiration_date, id, verdict, superseded_by, deleted_at)
  WHERE expiration_date IS NOT NULL AND superseded_by IS NULL AND deleted_at IS NULL;
CREATE INDEX calendar_controls ON controls (next_assessment, id, is_applicable, gone_in, deleted_at)
  WHERE next_assessment IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_exceptions ON control_exceptions (expires_at, id)
  WHERE ended_at IS NULL AND deleted_at IS NULL;
CREATE INDEX calendar_requests ON audit_requests (due, id) WHERE due IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_risk_targets ON risks (target_date, id, status, deleted_at)
  WHERE target_date IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_risk_reviews ON risks (next_review, id, deleted_at)
  WHERE next_review IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_risk_acceptances ON risks (expires_on, id, status, deleted_at)
  WHERE expires_on IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_risk_tasks ON risk_tasks (due, id)
  WHERE due IS NOT NULL AND done_on IS NULL AND deleted_at IS NULL;
CREATE INDEX calendar_policy_reviews ON policies (next_review_date, id, status, deleted_at)
  WHERE next_review_date IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_policy_versions ON policy_versions (effective_date, id, policy_id, status, deleted_at)
  WHERE effective_date IS NOT NULL AND status = 'APPROVED' AND deleted_at IS NULL;
CREATE INDEX calendar_vendor_reviews ON vendors (next_assessment, id, status, deleted_at)
  WHERE next_assessment IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX calendar_vendor_contracts ON vendors (contract_expiry, id, status, deleted_at)
  WHERE contract_expiry IS NOT NULL AND deleted_at IS NULL;
