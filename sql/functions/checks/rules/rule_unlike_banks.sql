-- A figure of a series without a past that is far from the rate that two other banks, or a peg, imply. The first document of a source is
-- not a past of itself. The reason names the currency of the same table whose rate the figure is, as in unlike_banks. Excludes currencies
-- with multiple exchange rates, which have no level.
create or replace function rule_unlike_banks()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, describe_level(value, expected, implied_by) || coalesce((
    select format(': the rate of %s', case other.quote when figures.quote then other.base else other.quote end)
    from figures other
    where other.date = figures.date and (other.base = figures.base) <> (other.quote = figures.quote)
      and abs(ln(figures.value::float8 / other.expected)) < 0.005
    limit 1), '')
  from figures
  cross join measured_document
  where (moves < (select setting('past_least')) or newest_stored is null and cadence in ('daily', 'weekly')) and days < 3
    and abs(ln(value::float8 / expected)) > ln(1 + doubt_distance(type)) + 10.0::float8 ^ -scale(value) / value::float8
    and not has_regime(base, date) and not has_regime(quote, date)
$$;
