-- The lists behind the figures (closed, closed automatically, acted on since a moment): each is read
-- from its index alone, in the list's order and with its filters. None of them takes part in an import.
DROP INDEX alerts_closed;
CREATE INDEX alerts_closed
  ON alerts (resolved_at, auto_closed_at, overturned_at, handling_ms, created_at, status, severity)
  WHERE resolved_at IS NOT NULL AND deleted_at IS NULL;
DROP INDEX alerts_auto_closed;
CREATE INDEX alerts_auto_closed ON alerts (auto_closed_at, overturned_at, created_at, status, severity)
  WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL;
DROP INDEX alerts_first_action;
CREATE INDEX alerts_first_action ON alerts (first_action_at, created_at, status, severity)
  WHERE first_action_at IS NOT NULL AND deleted_at IS NULL;
