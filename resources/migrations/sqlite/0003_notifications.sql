-- What the notifications centre needs beyond the first schema.

-- Some events come by the thousand: those of one group are told by one row that counts them.
ALTER TABLE notifications ADD COLUMN group_key TEXT;
ALTER TABLE notifications ADD COLUMN group_count INTEGER NOT NULL DEFAULT 1;
CREATE INDEX notifications_newest ON notifications (created_at, id);

-- What an account made of a notification; it comes before the row's own read_at.
CREATE TABLE notification_marks (
  notification TEXT NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  account TEXT NOT NULL,
  read_at INTEGER,
  PRIMARY KEY (notification, account)
) STRICT, WITHOUT ROWID;

-- What has been told: each thing once per due date, also when its notification is gone.
CREATE TABLE told_occasions (
  occasion TEXT PRIMARY KEY,
  told_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
