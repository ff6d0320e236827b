-- The server's word for why it did not take the row; null where it gave none.
ALTER TABLE sync_refused ADD COLUMN reason TEXT CHECK (length(reason) <= 40);
