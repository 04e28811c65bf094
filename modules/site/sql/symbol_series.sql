-- One published series of a source with a currency, in a window, ascending. Among its pairs, it is the one with the latest rate, then one
-- with the home currency, then the first in the source's order of rate types.
create or replace function symbol_series(source_code text, symbol text, from_date date, to_date date)
returns table (date date, base text, quote text, type text, value numeric)
language sql stable parallel safe
as $$
  with chosen as (
    select series.base, series.quote, series.type
    from series
    join sources on sources.code = series.source
    where series.source = source_code and symbol in (series.base, series.quote)
    order by last_date desc, home_currency in (series.base, series.quote) desc, array_position(rate_types, series.type), series.base,
      series.quote
    limit 1
  )
  select rates.date, rates.base, rates.quote, rates.type, rates.value
  from chosen
  join rates on rates.source = source_code and rates.base = chosen.base and rates.quote = chosen.quote and rates.type = chosen.type
  where rates.date between from_date and to_date
  order by rates.date
$$;
