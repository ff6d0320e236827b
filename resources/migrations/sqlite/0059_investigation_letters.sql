-- Search over investigations inside of words too: every three letters in a row. Beside the index of words
-- (0044), which answers for what is shorter. Derived and local, as that one.
CREATE VIRTUAL TABLE investigation_letters USING fts5 (
  title, incident_id, description,
  content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);
INSERT INTO investigation_letters (rowid, title, incident_id, description)
  SELECT s.place, v.title, v.incident_id, v.description
  FROM forensic_investigations v JOIN investigation_places s ON s.investigation_id = v.id
  WHERE v.deleted_at IS NULL;

DROP TRIGGER investigations_added;
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
  INSERT INTO investigation_letters (rowid, title, incident_id, description)
    SELECT place, new.title, new.incident_id, new.description
    FROM investigation_places WHERE investigation_id = new.id AND new.deleted_at IS NULL;
END;
DROP TRIGGER investigations_worded;
CREATE TRIGGER investigations_worded
AFTER UPDATE OF title, incident_id, description, deleted_at ON forensic_investigations
WHEN old.title IS NOT new.title OR old.incident_id IS NOT new.incident_id
  OR old.description IS NOT new.description OR old.deleted_at IS NOT new.deleted_at
BEGIN
  DELETE FROM investigation_fts
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = new.id);
  DELETE FROM investigation_letters
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = new.id);
  INSERT INTO investigation_fts (rowid, title, incident_id, description)
    SELECT place, new.title, new.incident_id, new.description
    FROM investigation_places WHERE investigation_id = new.id AND new.deleted_at IS NULL;
  INSERT INTO investigation_letters (rowid, title, incident_id, description)
    SELECT place, new.title, new.incident_id, new.description
    FROM investigation_places WHERE investigation_id = new.id AND new.deleted_at IS NULL;
END;
DROP TRIGGER investigations_gone;
CREATE TRIGGER investigations_gone AFTER DELETE ON forensic_investigations BEGIN
  DELETE FROM investigation_fts
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = old.id);
  DELETE FROM investigation_letters
    WHERE rowid = (SELECT place FROM investigation_places WHERE investigation_id = old.id);
  DELETE FROM investigation_places WHERE investigation_id = old.id;
END;
