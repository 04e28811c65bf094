-- The partitions of an export by kind, source and year from a day on: the number of rows, a state that changes with any of them (see
-- year_states), and the most digits of a value before and after the decimal point.
create or replace function export_partitions(since date default null)
returns table (kind text, source text, year integer, rows bigint, state text, whole integer, scale integer)
language sql stable parallel safe
as $$
  select kind, source, extract(year from date)::integer, count(*),
    concat_ws('/', count(*), min(date), utc_text(max(changed_at))), length(trunc(max(value))::text), max(scale(value))
  from (
    select 'rates' as kind, source, date, known_at as changed_at, value
    from rates
    union all
    select 'revisions', source, date, known_until, value
    from rate_revisions
  ) exported
  where since is null or date >= since
  group by 1, 2, 3
  order by 1, 2, 3
$$;
