-- The pairs of a currency that active sources publish, each with the dates of its first and last rate, those with the latest last date
-- first. A source's own currency is excluded.
create or replace function sources_of_currency(symbol text)
returns table (code text, name text, country text, cadence text, base text, quote text, first_date date, last_date date)
language sql stable parallel safe
as $$
  select code, name, country, cadence, base, quote, min(first_date), max(last_date)
  from series
  join sources on sources.code = series.source
  where active and kind <> 'composite' and symbol in (base, quote) and symbol <> home_currency
  group by code, name, country, cadence, base, quote
  order by max(last_date) desc, code, base, quote
$$;
