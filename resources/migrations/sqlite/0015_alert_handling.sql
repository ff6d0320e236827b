-- The lists behind the figures (closed, closed automatically, acted on since a moment): each is read
-- from its index alone, in the list's order and with its filters. None of them takes part in an import.
-- The figures keep their narrower indexes.
CREATE INDEX alerts_closed_places ON alerts (resolved_at, created_at, status, severity)
  WHERE resolved_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX alerts_auto_closed_places
  ON alerts (auto_closed_at, overturned_at, created_at, status, severity)
  WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX alerts_acted_places ON alerts (first_action_at, created_at, status, severity)
  WHERE first_action_at IS NOT NULL AND deleted_at IS NULL;
