-- The years of a source from a day on: the number of rates and a state that changes with any of them. Every changed rate has a later
-- known_at, and a withdrawal lowers the count. Tables of other sources add and remove doubts.
create or replace function year_states(source_code text, from_date date)
returns table (year integer, rows bigint, state text)
language sql stable parallel safe
as $$
  select extract(year from date)::integer as year, count(*),
    concat_ws('/', count(*), utc_text(max(known_at)), doubts_state(source_code, min(date), max(date)))
  from rates
  where source = source_code and date >= from_date
  group by 1
  order by 1
$$;
