-- The changes of some rates (an array of base, quote, type and date) of a source after an instant, oldest first: each later value with its
-- instant and its difference from the value before it. The value is null for a withdrawal.
create or replace function changes_since(source_code text, series json, known timestamptz)
returns table (base text, quote text, type text, date date, value text, difference text, known_at timestamptz, publication_id bigint)
language sql stable
as $$
  with requested as (
    select *
    from json_to_recordset(series) listed (base text, quote text, type text, date date)
  ), versions as (
    select base, quote, type, date, value, known_at, null::timestamptz as known_until, publication_id
    from requested
    cross join lateral (
      select value, known_at, publication_id
      from rates
      where source = source_code and base = requested.base and quote = requested.quote and type = requested.type
        and date = requested.date
      offset 0 -- one index probe per rate: without statistics the planner reads all rates of the source
    ) stored
    union all
    select base, quote, type, date, value, known_at, known_until, publication_id
    from requested
    cross join lateral (
      select value, known_at, known_until, publication_id
      from rate_revisions
      where source = source_code and base = requested.base and quote = requested.quote and type = requested.type
        and date = requested.date
      offset 0
    ) stored
  ), states as (
    select base, quote, type, date, value, known_at, publication_id
    from versions
    union all
    select base, quote, type, date, null, known_until, publication_id
    from versions one
    where known_until is not null and not exists (select from versions later
      where (later.base, later.quote, later.type, later.date, later.known_at) = (one.base, one.quote, one.type, one.date, one.known_until))
  )
  select base, quote, type, date, value::text, difference::text, known_at, publication_id
  from (select *, value - lag(value) over (partition by base, quote, type, date order by known_at) as difference from states) changes
  where known_at > known
  order by known_at, base, quote, type
$$;
