-- The search index grows by a segment a transaction. Merging them all at once, when sixteen have come,
-- holds the writer for half a second at 100,000 alerts and for many at millions; a little with each
-- transaction never holds it (SQLite, "FTS5", sections 6.1 and 6.3).
INSERT INTO alerts_fts (alerts_fts, rank) VALUES ('automerge', 8);
INSERT INTO alerts_fts (alerts_fts, rank) VALUES ('crisismerge', 512);
