-- What hangs on an alert that changes was kept by two triggers, row by row: more than half of what a row of
-- a bulk action cost, a third of it for there being a trigger at all. Every change of an alert goes through
-- one function (followAlertChanges in src/main/areas/alerts), which keeps the same tables for a batch in a
-- few statements. What is made and deleted is kept by triggers as before.
DROP TRIGGER engine_alert_changed;
DROP TRIGGER alert_hours_changed;

-- Investigations about which a model was not asked, because nobody had looked at what would leave: few of
-- many, and asked for whenever somebody looks.
CREATE INDEX forensic_investigations_held ON forensic_investigations (id)
  WHERE deleted_at IS NULL AND closed_at IS NULL AND json_extract(opinion, '$.failure') = 'unseen';
