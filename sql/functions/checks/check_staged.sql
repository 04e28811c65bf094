-- Checks the staged rows of one publication (see docs/checks.md): measures them, and sets the verdict of the gravest rule that names a row.
-- A composite is not checked, because its inputs were. Uses the temporary tables of stage_rates.
create or replace function check_staged(source_code text, loaded_publication bigint, loading_run bigint, bad_rows jsonb)
returns void
language plpgsql
as $$
begin
  if exists (select from sources where code = source_code and kind = 'composite') then
    return;
  end if;
  perform measure_document(source_code, loaded_publication, loading_run, bad_rows);
  perform measure_past();
  perform measure_figures();
  perform measure_other_banks();
  perform measure_spreads();
  perform measure_tables();
  perform mark_confirmed(source_code, loaded_publication);
  perform judge_staged();
end $$;
