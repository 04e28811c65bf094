-- Updates tables, coverage and series after the fresh staged rows without a reason were merged; `dates` are the dates of these rows. See
-- update_extent.
create or replace function extend_extent(source_code text, dates date[])
returns void
language sql
as $$
  with added as (
    insert into tables (source, date)
    select source_code, date
    from unnest(dates) date
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
$$;
