-- Between which moments the alerts of 512 neighbouring rows lie by their own time, or wider: a few numbers that
-- say in which order rows spread over the whole table are to be read so that the newest come first. Widened
-- wherever an alert enters the search index (src/main/db/alert-spans.ts), never narrowed; a span that is
-- missing may hold anything.
CREATE TABLE alert_spans (
  span INTEGER PRIMARY KEY,
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL
) STRICT;

-- Span by span, along the members of groups where every alert is in one: a thirtieth of the bytes.
WITH RECURSIVE
  spans (span) AS (
    SELECT min(seq) / 512 FROM alerts
    UNION ALL
    SELECT (SELECT min(seq) FROM alerts WHERE seq >= (span + 1) * 512) / 512 FROM spans WHERE span IS NOT NULL
  ),
  bounds (span, earliest, latest) AS (
    SELECT span,
      (SELECT min(created_at) FROM group_members WHERE alert_seq BETWEEN span * 512 AND span * 512 + 511),
      (SELECT max(created_at) FROM group_members WHERE alert_seq BETWEEN span * 512 AND span * 512 + 511)
    FROM spans WHERE EXISTS (SELECT 1 FROM group_build WHERE finished_at IS NOT NULL)
    UNION ALL
    SELECT span,
      (SELECT min(created_at) FROM alerts WHERE seq BETWEEN span * 512 AND span * 512 + 511),
      (SELECT max(created_at) FROM alerts WHERE seq BETWEEN span * 512 AND span * 512 + 511)
    FROM spans WHERE NOT EXISTS (SELECT 1 FROM group_build WHERE finished_at IS NOT NULL)
  )
INSERT INTO alert_spans (span, earliest, latest)
SELECT span, earliest, latest FROM bounds WHERE latest IS NOT NULL;
