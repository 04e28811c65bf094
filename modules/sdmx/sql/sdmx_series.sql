-- The published series of active sources with a rate in a window, limited by lists of sources, bases, quotes and rate types (null means
-- all). `decimals`, if they are wanted, is the most decimals of a figure in the last six weeks of the series.
create or replace function sdmx_series(
  of_sources text[], of_bases text[], of_quotes text[], of_types text[], from_date date, to_date date,
  with_decimals boolean)
returns table (source text, base text, quote text, type text, first_date date, last_date date, decimals integer)
language sql stable parallel safe
as $$
  select series.source, series.base, series.quote, series.type, series.first_date, series.last_date, recent.decimals
  from series
  join sources on code = series.source and active
  cross join lateral (
    select max(scale(rates.value)) as decimals
    from rates
    where with_decimals and rates.source = series.source and rates.base = series.base and rates.quote = series.quote
      and rates.type = series.type
      and rates.date between series.last_date - 42 and series.last_date
  ) recent
  where (of_sources is null or series.source = any(of_sources))
    and (of_bases is null or series.base = any(of_bases))
    and (of_quotes is null or series.quote = any(of_quotes))
    and (of_types is null or series.type = any(of_types))
    and series.first_date <= to_date and series.last_date >= from_date
    and (series.first_date >= from_date or series.last_date <= to_date or exists (
      select from rates
      where rates.source = series.source and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
        and rates.date between from_date and to_date))
  order by series.source, series.quote, series.base, series.type
$$;
