-- Writes the fresh staged rows without a reason into rates and keeps the values that they replace as revisions. Updates tables, coverage, series
-- and doubts, queues the affected days of the composite, and adds the events. Adds the rows to the log, which also gets an entry for a
-- publication without new rows.
create or replace function merge_staged(source_code text, loaded_publication bigint, from_date date, to_date date)
returns table (rows_new bigint, rows_changed bigint)
language plpgsql set datestyle = 'ISO, YMD'
as $$
#variable_conflict use_column
declare
  instant timestamptz := next_instant(source_code);
  newest_before date := (select latest_date from coverage where source = source_code);
  new_lines text;
  changed_lines text;
begin
  rows_changed := 0;
  perform make_partitions(from_date, to_date);
  perform set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true); -- a correction in a compressed chunk decompresses the segments of the source

  if exists (select from series where source = source_code and first_date <= to_date and last_date >= from_date) then
    with stored as materialized (
      select it.*
      from staged_rates
      cross join lateral (
        select *
        from rates
        where source = source_code and base = staged_rates.base and quote = staged_rates.quote and type = staged_rates.type and date = staged_rates.date
        offset 0 -- one index probe per row, see load_staged
      ) it
      where fresh and reason is null
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
      returning *
    ), lines as (
      select rate_line(base, quote, type, date, written.value, written.unit, written.valid_from, written.valid_to) collate "C" as line,
        rate_line(base, quote, type, date, stored.value, stored.unit, stored.valid_from, stored.valid_to) collate "C" as former_line
      from written
      full join stored using (base, quote, type, date) -- a full join is never planned as a nested loop
    )
    select count(*) filter (where former_line is null), string_agg(line, E'\n' order by line) filter (where former_line is null),
      count(former_line), string_agg(line || ' was ' || former_line, E'\n' order by line || ' was ' || former_line)
    into rows_new, new_lines, rows_changed, changed_lines
    from lines;
  else -- all rows are new, and checking for conflicts takes half as long again
    with written as (
      insert into rates (source, base, quote, type, date, value, unit, publication_id, known_at, valid_from, valid_to)
      select source_code, base, quote, type, date, value, unit, loaded_publication, instant, valid_from, valid_to
      from staged_rates
      where fresh and reason is null
      returning *
    )
    select count(*), string_agg(line, E'\n' order by line) into rows_new, new_lines
    from (select rate_line(base, quote, type, date, value, unit, valid_from, valid_to) collate "C" as line from written) lines;
  end if;

  with added as (
    insert into tables (source, date)
    select distinct source_code, date
    from staged_rates
    where fresh and reason is null
    on conflict do nothing
    returning date
  )
  insert into coverage (source, days, latest_date)
  select source_code, count(*), max(date)
  from added
  having count(*) > 0
  on conflict (source) do update
  set days = coverage.days + excluded.days, latest_date = greatest(coverage.latest_date, excluded.latest_date);

  insert into series (source, base, quote, type, first_date, last_date)
  select source_code, base, quote, type, min(date), max(date)
  from staged_rates
  where fresh and reason is null
  group by base, quote, type
  on conflict (source, base, quote, type) do update
  set first_date = least(series.first_date, excluded.first_date), last_date = greatest(series.last_date, excluded.last_date)
  where excluded.first_date < series.first_date or excluded.last_date > series.last_date;

  perform keep_doubts(source_code);

  perform queue_composite(source_code, array(select distinct date from staged_rates where fresh and reason is null));

  if rows_new + rows_changed > 0 then
    perform pg_notify('ratebook', source_code);
    perform add_events(source_code, instant, newest_before, rows_changed);
  end if;
  if rows_new + rows_changed > 0 or not exists (select from log_entries where publication_id = loaded_publication) then
    perform add_log_entry(loaded_publication, instant, from_date, to_date, rows_new, new_lines, rows_changed, changed_lines);
  end if;
  return next;
end $$;
