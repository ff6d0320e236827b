-- A trigger on INSERT costs every row of an import more than what it does once in a batch: SQLite keeps a copy of
-- each page that such a statement touches. Whoever inserts alerts has their hours kept
-- (src/main/areas/alerts/alert-followers.store.ts), and what a group begins to name is told to linking where it
-- is written (src/main/db/groups/group-entities.store.ts).
DROP TRIGGER alert_hours_made;
DROP TRIGGER group_entities_added;
