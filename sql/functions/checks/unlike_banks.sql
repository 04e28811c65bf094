-- The newest figure of each series among some rows that is far from the rate of its pair at other banks (see consensus_of). The reason
-- names the factor if it is a known one (see describe_level), or the currency of the same table whose rate the figure is. Writes nothing.
create or replace function unlike_banks(source_code text, printed jsonb)
returns table (base text, quote text, type text, date date, rate numeric, reason text)
language sql stable
as $$
  with newest as materialized (
    select distinct on (base, quote, type) base, quote, type, date, rate
    from jsonb_to_recordset(printed) it (base text, quote text, type text, date date, rate numeric)
    order by base, quote, type, date desc
  ), compared as materialized (
    select newest.*, median
    from newest
    cross join lateral consensus_of(source_code, base, quote, date)
  )
  select base, quote, type, date, rate, describe_level(rate, median, 'banks') || coalesce((
    select format(': the rate of %s', case other.quote when compared.quote then other.base else other.quote end)
    from compared other
    where other.date = compared.date and (other.base = compared.base) <> (other.quote = compared.quote)
      and abs(ln(compared.rate::float8 / other.median)) < 0.005
    limit 1), '')
  from compared
  where abs(ln(rate::float8 / median)) > ln(1 + doubt_distance(type))
  order by base, quote, type
$$;
