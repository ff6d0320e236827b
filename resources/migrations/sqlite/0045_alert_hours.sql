-- What was closed, closed by itself and first acted on, by hour (UTC): the dashboard's figures of thirty days
-- are a sum of a few hundred rows, however many alerts a desk closes. Derived, of this workstation.
-- `hour`: closed of resolved_at, automatic of auto_closed_at, acted of created_at. `ms`: handling_ms of
-- what was closed, the time until the first action of what was acted on.
CREATE TABLE alert_hours (
  kind TEXT NOT NULL CHECK (kind IN ('closed', 'automatic', 'acted')),
  hour INTEGER NOT NULL,
  n INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (kind, hour)
) STRICT, WITHOUT ROWID;

INSERT INTO alert_hours (kind, hour, n, ms)
  SELECT 'closed', resolved_at / 3600000, count(*), sum(handling_ms) FROM alerts
  WHERE resolved_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;
INSERT INTO alert_hours (kind, hour, n, ms)
  SELECT 'automatic', auto_closed_at / 3600000, count(*), sum(0) FROM alerts
  WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;
INSERT INTO alert_hours (kind, hour, n, ms)
  SELECT 'acted', created_at / 3600000, count(*), sum(first_action_at - created_at) FROM alerts
  WHERE first_action_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2;

CREATE TRIGGER alert_hours_made AFTER INSERT ON alerts
WHEN NEW.deleted_at IS NULL AND (NEW.resolved_at IS NOT NULL OR NEW.auto_closed_at IS NOT NULL OR NEW.first_action_at IS NOT NULL)
BEGIN
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'closed', NEW.resolved_at / 3600000, 1, NEW.handling_ms
    WHERE NEW.resolved_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'automatic', NEW.auto_closed_at / 3600000, 1, 0
    WHERE NEW.auto_closed_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'acted', NEW.created_at / 3600000, 1, NEW.first_action_at - NEW.created_at
    WHERE NEW.first_action_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
END;
CREATE TRIGGER alert_hours_changed AFTER UPDATE OF created_at, resolved_at, handling_ms, auto_closed_at, first_action_at, deleted_at ON alerts
WHEN OLD.created_at IS NOT NEW.created_at
  OR OLD.resolved_at IS NOT NEW.resolved_at
  OR OLD.handling_ms IS NOT NEW.handling_ms
  OR OLD.auto_closed_at IS NOT NEW.auto_closed_at
  OR OLD.first_action_at IS NOT NEW.first_action_at
  OR OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  UPDATE alert_hours SET n = n - 1, ms = ms - (OLD.handling_ms)
    WHERE kind = 'closed' AND hour = OLD.resolved_at / 3600000
      AND OLD.resolved_at IS NOT NULL AND OLD.deleted_at IS NULL;
  UPDATE alert_hours SET n = n - 1, ms = ms - (0)
    WHERE kind = 'automatic' AND hour = OLD.auto_closed_at / 3600000
      AND OLD.auto_closed_at IS NOT NULL AND OLD.deleted_at IS NULL;
  UPDATE alert_hours SET n = n - 1, ms = ms - (OLD.first_action_at - OLD.created_at)
    WHERE kind = 'acted' AND hour = OLD.created_at / 3600000
      AND OLD.first_action_at IS NOT NULL AND OLD.deleted_at IS NULL;
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'closed', NEW.resolved_at / 3600000, 1, NEW.handling_ms
    WHERE NEW.resolved_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'automatic', NEW.auto_closed_at / 3600000, 1, 0
    WHERE NEW.auto_closed_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
  INSERT INTO alert_hours (kind, hour, n, ms)
    SELECT 'acted', NEW.created_at / 3600000, 1, NEW.first_action_at - NEW.created_at
    WHERE NEW.first_action_at IS NOT NULL AND NEW.deleted_at IS NULL
    ON CONFLICT (kind, hour) DO UPDATE SET n = n + 1, ms = ms + excluded.ms;
END;
CREATE TRIGGER alert_hours_gone AFTER DELETE ON alerts
WHEN OLD.deleted_at IS NULL AND (OLD.resolved_at IS NOT NULL OR OLD.auto_closed_at IS NOT NULL OR OLD.first_action_at IS NOT NULL)
BEGIN
  UPDATE alert_hours SET n = n - 1, ms = ms - (OLD.handling_ms)
    WHERE kind = 'closed' AND hour = OLD.resolved_at / 3600000
      AND OLD.resolved_at IS NOT NULL AND OLD.deleted_at IS NULL;
  UPDATE alert_hours SET n = n - 1, ms = ms - (0)
    WHERE kind = 'automatic' AND hour = OLD.auto_closed_at / 3600000
      AND OLD.auto_closed_at IS NOT NULL AND OLD.deleted_at IS NULL;
  UPDATE alert_hours SET n = n - 1, ms = ms - (OLD.first_action_at - OLD.created_at)
    WHERE kind = 'acted' AND hour = OLD.created_at / 3600000
      AND OLD.first_action_at IS NOT NULL AND OLD.deleted_at IS NULL;
END;
