-- A refused row is tried again once a change behind this place of the change log names it.
ALTER TABLE sync_refused ADD COLUMN through INTEGER NOT NULL DEFAULT 0 CHECK (through >= 0);
