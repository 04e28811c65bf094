-- The names of a day by which a source may state that it has no table (see closingDays in adapters/source.ts).
create or replace function closing_names(day date)
returns text[]
language sql stable parallel safe
as $$
  select array_agg(name)
  from (select extract(year from day)::integer as year) it
  cross join lateral (
    select unnest(array[to_char(day, 'MM-DD'), 'easter' || to_char(day - easter(year, false), 'SGFM999'),
      'orthodox easter' || to_char(day - easter(year, true), 'SGFM999')])
    union all
    select to_char(day, 'FMday') || ' from ' || to_char(day - n, 'MM-DD')
    from generate_series(0, 6) n
  ) names (name)
$$;
