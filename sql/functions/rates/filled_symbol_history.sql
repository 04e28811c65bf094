-- The published rates of one source with a currency (see symbol_history) with a row for every calendar day and series: `day`, and the rate
-- of the table in force, which is of `rate_date` (see filled_days). Read year by year.
create or replace function filled_symbol_history(
  source_code text, symbol text, from_date date, to_date date, wanted_type text, known timestamptz, today date)
returns table (
  day date, rate_date date, base text, quote text, type text, value numeric, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select day, figure.rate_date, figure.base, figure.quote, figure.type, figure.value, figure.valid_from, figure.valid_to,
    figure.printed_value, figure.printed_unit, figure.note
  from sources
  cross join reading_windows(from_date, to_date) years
  cross join lateral (
    select found.*, lead(found.rate_date) over (partition by found.base, found.quote, found.type order by found.rate_date) as next_date
    from symbol_history(source_code, symbol, years.first_date - fill_days(cadence), years.last_date, wanted_type, known) found
  ) figure
  cross join lateral filled_days(array[figure.base, figure.quote], cadence, figure.rate_date, figure.next_date, years.first_date,
    years.last_date, today) day
  where code = source_code
  order by years.first_date, day, figure.base, figure.quote, figure.type
$$;
