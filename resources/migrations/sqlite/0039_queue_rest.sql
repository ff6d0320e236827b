-- What the queue still needed (issue 6).

-- The accounts that comments of an alert mention, kept by triggers: found without a look at the comments.
CREATE TABLE alert_mentions (
  account TEXT NOT NULL,
  alert_id TEXT NOT NULL,
  comment_id TEXT NOT NULL,
  PRIMARY KEY (account, alert_id, comment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_mentions_alert ON alert_mentions (alert_id, account);
CREATE INDEX alert_mentions_comment ON alert_mentions (comment_id);

INSERT OR IGNORE INTO alert_mentions (account, alert_id, comment_id)
SELECT j.value, c.alert_id, c.id FROM alert_comments c, json_each(c.mentions) j
WHERE c.deleted_at IS NULL AND j.type = 'text';

CREATE TRIGGER alert_mentions_insert AFTER INSERT ON alert_comments WHEN NEW.deleted_at IS NULL BEGIN
  INSERT OR IGNORE INTO alert_mentions (account, alert_id, comment_id)
  SELECT j.value, NEW.alert_id, NEW.id FROM json_each(NEW.mentions) j WHERE j.type = 'text';
END;
CREATE TRIGGER alert_mentions_update AFTER UPDATE ON alert_comments BEGIN
  DELETE FROM alert_mentions WHERE comment_id = OLD.id;
  INSERT OR IGNORE INTO alert_mentions (account, alert_id, comment_id)
  SELECT j.value, NEW.alert_id, NEW.id FROM json_each(NEW.mentions) j
  WHERE j.type = 'text' AND NEW.deleted_at IS NULL;
END;
CREATE TRIGGER alert_mentions_delete AFTER DELETE ON alert_comments BEGIN
  DELETE FROM alert_mentions WHERE comment_id = OLD.id;
END;

-- With what a count of them asks, so that none is looked up.
DROP INDEX alerts_open_acted;
CREATE INDEX alerts_open_acted ON alerts (severity, created_at, suppressed_by, source)
  WHERE status = 'OPEN' AND first_action_at IS NOT NULL AND deleted_at IS NULL;

-- What nobody can want undone: Watchfloor ended a rule whose time was over.
ALTER TABLE desk_actions ADD COLUMN is_final INTEGER NOT NULL DEFAULT 0 CHECK (is_final IN (0, 1));
