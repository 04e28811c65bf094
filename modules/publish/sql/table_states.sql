-- The tables of a source in a window, by date: the number of rates, a state that changes with any of them (see year_states), and whether
-- one has a validity.
create or replace function table_states(source_code text, from_date date, to_date date)
returns table (date date, rows bigint, state text, has_validity boolean)
language sql stable parallel safe
as $$
  select date, count(*), concat_ws('/', count(*), utc_text(max(known_at)), doubts_state(source_code, date, date)),
    bool_or(valid_from is not null or valid_to is not null)
  from rates
  where source = source_code and date between from_date and to_date
  group by date
  order by date
$$;
