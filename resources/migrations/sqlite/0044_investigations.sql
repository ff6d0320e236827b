-- Search over investigations and indicators by words, as that of policies (0021), and comments.
-- A place is made of the time, so that the search index lists the newest first without sorting.
CREATE TABLE investigation_places (
  place INTEGER PRIMARY KEY,
  investigation_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE investigation_fts USING fts5 (
  title, incident_id, description,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO investigation_places (place, investigation_id, status)
  SELECT created_at * 100000 + row_number() OVER (PARTITION BY created_at ORDER BY id) - 1, id, status
  FROM forensic_investigations;
INSERT INTO investigation_fts (rowid, title, incident_id, description)
  SELECT s.place, v.title, v.incident_id, v.description
  FROM forensic_investigations v JOIN investigation_places s ON s.investigation_id = v.id
  WHERE v.deleted_at IS NULL;

CREATE TRIGGER investigations_added AFTER INSERT ON forensic_investigations BEGIN
  INSERT INTO investigation_places (place, investigation_id, status)
    VALUES (
      coalesce(
        (SELECT max(place) + 1 FROM investigation_places
         WHERE place BETWEEN new.created_at * 100000 AND new.created_at * 100000 + 99998),
        new.created_at * 100000),
      new.id, new.status);
  INSERT INTO investigation_fts (rowid, title, incident_id, description)
    SELECT place, new.title, new.incident_id, new.description
    FROM investigation_places WHERE investigation_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER investigations_worded
AFTER UPDATE OF title, incident_id, description, deleted_at ON forensic_investigations
WHEN old.title IS NOT new.title OR old.incident_id IS NOT new.incident_id
  OR old.description IS NOT new.description OR old.deleted_at IS NOT new.deleted_at
BEGIN
  DELETE FROM investigation_fts
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = new.id);
  INSERT INTO investigation_fts (rowid, title, incident_id, description)
    SELECT place, new.title, new.incident_id, new.description
    FROM investigation_places WHERE investigation_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER investigations_placed AFTER UPDATE OF status ON forensic_investigations
WHEN old.status IS NOT new.status
BEGIN
  UPDATE investigation_places SET status = new.status WHERE investigation_id = new.id;
END;
CREATE TRIGGER investigations_gone AFTER DELETE ON forensic_investigations BEGIN
  DELETE FROM investigation_fts
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = old.id);
  DELETE FROM investigation_places WHERE investigation_id = old.id;
END;

CREATE TABLE indicator_places (
  place INTEGER PRIMARY KEY,
  indicator_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE indicator_fts USING fts5 (
  value,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO indicator_places (place, indicator_id, type)
  SELECT created_at * 100000 + row_number() OVER (PARTITION BY created_at ORDER BY id) - 1, id, type
  FROM indicators;
INSERT INTO indicator_fts (rowid, value)
  SELECT s.place, i.value FROM indicators i JOIN indicator_places s ON s.indicator_id = i.id
  WHERE i.deleted_at IS NULL;

CREATE TRIGGER indicators_added AFTER INSERT ON indicators BEGIN
  INSERT INTO indicator_places (place, indicator_id, type)
    VALUES (
      coalesce(
        (SELECT max(place) + 1 FROM indicator_places
         WHERE place BETWEEN new.created_at * 100000 AND new.created_at * 100000 + 99998),
        new.created_at * 100000),
      new.id, new.type);
  INSERT INTO indicator_fts (rowid, value)
    SELECT place, new.value FROM indicator_places
    WHERE indicator_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER indicators_worded AFTER UPDATE OF value, deleted_at ON indicators
WHEN old.value IS NOT new.value OR old.deleted_at IS NOT new.deleted_at
BEGIN
  DELETE FROM indicator_fts
    WHERE rowid = (SELECT place FROM indicator_places WHERE indicator_id = new.id);
  INSERT INTO indicator_fts (rowid, value)
    SELECT place, new.value FROM indicator_places
    WHERE indicator_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER indicators_gone AFTER DELETE ON indicators BEGIN
  DELETE FROM indicator_fts
    WHERE rowid = (SELECT place FROM indicator_places WHERE indicator_id = old.id);
  DELETE FROM indicator_places WHERE indicator_id = old.id;
END;

-- What people say about an investigation, as about an alert (0034).
CREATE TABLE investigation_comments (
  id TEXT PRIMARY KEY,
  investigation_id TEXT NOT NULL DEFAULT '',
  author TEXT,
  text TEXT NOT NULL DEFAULT '',
  mentions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mentions)),
  created_at INTEGER NOT NULL DEFAULT 0,
  edited_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX investigation_comments_of ON investigation_comments (investigation_id, created_at, id);
