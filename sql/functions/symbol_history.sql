-- Every published rate of one source in a window that has a currency on either side, ascending by date.
create or replace function symbol_history(
  source_code text, symbol text, from_date date, to_date date, wanted_type text default null, known timestamptz default null)
returns table (rate_date date, base text, quote text, type text, value numeric)
language sql stable parallel safe
as $$
  select it.date, it.base, it.quote, it.type, it.value
  from series
  cross join lateral (
    select known_rates.date, known_rates.base, known_rates.quote, known_rates.type, known_rates.value
    from rates_known(known) known_rates
    where known_rates.source = source_code
      and known_rates.base = series.base and known_rates.quote = series.quote and known_rates.type = series.type
      and known_rates.date between from_date and to_date
  ) it
  where series.source = source_code
    and symbol in (series.base, series.quote)
    and (wanted_type is null or series.type = wanted_type)
  order by it.date, it.base, it.quote, it.type
$$;
