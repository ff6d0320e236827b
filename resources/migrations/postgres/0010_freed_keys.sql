-- A row of a batch frees the key that another row of it takes only where it is taken in with that batch, and
-- what frees the key is the later word: a deletion that loses leaves its row with the key.
DO $$
DECLARE
  v_make text := pg_get_functiondef('sync.make_merge(text)'::regprocedure);
  v_test text := $old$          AND NOT (n.id = ANY (v_ids) AND EXISTS (
            SELECT FROM unnest(p_c[1]::text[], %4$s) AS b (id, %5$s) WHERE b.id = n.id
              AND NOT ((%2$s) IS TRUE AND (%6$s) IS TRUE)))$old$;
  v_args text := $old$      (SELECT string_agg(format('t.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c));
    v_natural := replace$old$;
  v_table text;
BEGIN
  IF strpos(v_make, v_test) = 0 OR strpos(v_make, v_args) = 0 THEN
    RAISE EXCEPTION 'sync.make_merge is not the one that this migration knows';
  END IF;
  v_make := replace(v_make, v_test, $new$          AND NOT (n.id = ANY (v_ids) AND (n.seq <= p_cursor OR n.sent_by = p_node) AND EXISTS (
            SELECT FROM unnest(p_c[1]::text[], p_c[2]::text[], p_c[3]::jsonb[], %4$s) AS g (id, v, f, %5$s)
            CROSS JOIN LATERAL (SELECT %10$s) b
            WHERE g.id = n.id AND NOT ((%2$s) IS TRUE AND (%6$s) IS TRUE)))$new$);
  EXECUTE replace(v_make, v_args, $new$      (SELECT string_agg(format('t.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c),
      (SELECT string_agg(format($sql$CASE WHEN p_has[%2$s] AND coalesce(g.f ->> %1$L, g.v) COLLATE "C"
            > coalesce(n.field_versions ->> %1$L, n.row_version) THEN g.%1$I ELSE n.%1$I END AS %1$I$sql$, c, i), ', ')
        FROM unnest(t.columns) WITH ORDINALITY AS u (c, i)
        WHERE c = ANY (t.natural_key) OR t.natural_where ~ ('\m' || c || '\M')));
    v_natural := replace$new$);
  FOR v_table IN SELECT name FROM sync.tables WHERE natural_key IS NOT NULL LOOP
    PERFORM sync.make_merge(v_table);
  END LOOP;
END
$$;
