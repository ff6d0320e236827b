-- The kept counts of one status and severity over hours, without those of the others: a query that means
-- a stretch of time in a few of twenty cells (overdue:yes) reads a twentieth.
CREATE INDEX alert_counts_state ON alert_counts (status, severity, hour, source, n);
CREATE INDEX suppressed_counts_state ON suppressed_counts (status, severity, hour, source, n);
