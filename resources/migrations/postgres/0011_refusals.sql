-- Why a row was refused, beside it: `refusedFor` has one word for each of `refused`, in the same order. A
-- workstation that does not know the field leaves it. A word says only what the sender knows of its own row:
-- who is named in a restricted investigation, or who else wrote, is in none.
DO $$
DECLARE
  v_make text := pg_get_functiondef('sync.make_merge(text)'::regprocedure);
  v_push text := pg_get_functiondef('sync.push(jsonb,text[])'::regprocedure);
  v_old text[] := ARRAY[
    $old$WHEN %5$s THEN 'R'$old$,
    $old$AND w.stamp = u.v)) THEN 'R'$old$,
    $old$WHEN %6$s THEN 'R'$old$,
    $old$jsonb_agg(jsonb_build_array(%11$L, id)) FILTER (WHERE wf_decision = 'R')$old$];
  v_new text[] := ARRAY[
    $new$WHEN %5$s THEN 'RH'$new$,
    $new$AND w.stamp = u.v)) THEN 'RF'$new$,
    $new$WHEN %6$s THEN 'RS'$new$,
    $new$jsonb_agg(jsonb_build_array(%11$L, id, wf_decision)) FILTER (WHERE wf_decision IN ('RH', 'RF', 'RS'))$new$];
  v_answer text := $old$'refused', v_refused)$old$;
  v_table text;
BEGIN
  FOR i IN 1..cardinality(v_old) LOOP
    IF strpos(v_make, v_old[i]) = 0 THEN
      RAISE EXCEPTION 'sync.make_merge is not the one that this migration knows';
    END IF;
    v_make := replace(v_make, v_old[i], v_new[i]);
  END LOOP;
  IF strpos(v_push, v_answer) = 0 THEN
    RAISE EXCEPTION 'sync.push is not the one that this migration knows';
  END IF;
  EXECUTE v_make;
  EXECUTE replace(v_push, v_answer, $new$'refused', (SELECT coalesce(jsonb_agg(e - 2 ORDER BY i), '[]')
      FROM jsonb_array_elements(v_refused) WITH ORDINALITY AS u (e, i)),
    'refusedFor', (SELECT coalesce(jsonb_agg(CASE
        WHEN e ->> 2 = 'RH' THEN 'restricted'
        WHEN e ->> 2 = 'RF' THEN 'another-workstation'
        WHEN e ->> 0 = 'users' THEN 'administrators-only'
        WHEN e ->> 0 = 'forensic_investigations' THEN 'leaves-out-oneself'
        ELSE 'not-permitted' END ORDER BY i), '[]')
      FROM jsonb_array_elements(v_refused) WITH ORDINALITY AS u (e, i)))$new$);
  FOR v_table IN SELECT name FROM sync.tables LOOP
    PERFORM sync.make_merge(v_table);
  END LOOP;
END
$$;
