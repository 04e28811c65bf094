-- The active sources that have rates: their name and address, and the currencies, rate types and extent of their series.
create or replace function sdmx_catalogue()
returns table (source text, name text, source_url text, kind text, bases text[], quotes text[], types text[], first_date date,
  last_date date)
language sql stable parallel safe
as $$
  select code, sources.name, sources.source_url, sources.kind, array_agg(distinct base order by base),
    array_agg(distinct quote order by quote),
    array_agg(distinct type order by type), min(first_date), max(last_date)
  from sources
  join series on series.source = code
  where active
  group by code
  order by code
$$;
