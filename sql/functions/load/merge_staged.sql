-- Merges the fresh staged rows without a reason into rates, revisions and tables, and announces the change.
create or replace function merge_staged(source_code text, loaded_publication bigint)
returns table (rows_new bigint, rows_changed bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  instant timestamptz := next_instant(source_code);
  newest_before date := (select latest_date from coverage where source = source_code);
  dates date[] := array(select distinct date from staged_rates where fresh and reason is null order by date);
begin
  rows_changed := 0;
  perform make_partitions(dates[1], dates[cardinality(dates)]);
  if exists (select from series where source = source_code and first_date <= dates[cardinality(dates)] and last_date >= dates[1]) then
    with stored as materialized (
      select previous.*
      from staged_rates
      cross join lateral (
        select *
        from rates
        where source = source_code and base = staged_rates.base and quote = staged_rates.quote and type = staged_rates.type
          and date = staged_rates.date
        offset 0 -- one index probe per row: without statistics of a new source the planner expects no row and scans all of them for each
      ) previous
      where fresh and reason is null and stored_by is not null
    ), recorded as (
      insert into rate_revisions (source, base, quote, type, date, value, unit, publication_id, known_at, known_until, valid_from, valid_to)
      select source, base, quote, type, date, value, unit, publication_id, known_at, instant, valid_from, valid_to
      from stored
    ), written as (
      insert into rates (source, base, quote, type, date, value, unit, publication_id, known_at, valid_from, valid_to)
      select source_code, base, quote, type, date, value, unit, loaded_publication, instant, valid_from, valid_to
      from staged_rates
      where fresh and reason is null
      on conflict (source, base, quote, type, date) do update
      set value = excluded.value, unit = excluded.unit, publication_id = excluded.publication_id, known_at = excluded.known_at,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to
      returning 1
    )
    select (select count(*) from written) - count(*), count(*) into rows_new, rows_changed from stored;
  else -- all rows are new, and checking for conflicts takes half as long again
    insert into rates (source, base, quote, type, date, value, unit, publication_id, known_at, valid_from, valid_to)
    select source_code, base, quote, type, date, value, unit, loaded_publication, instant, valid_from, valid_to
    from staged_rates
    where fresh and reason is null;
    get diagnostics rows_new = row_count;
  end if;

  perform extend_extent(source_code, dates);
  perform rates_changed(source_code, loaded_publication, instant, dates, newest_before);
  return next;
end $$;
