-- The history of a pair (see pair_history) with a row for every calendar day: `day`, and the rate of the table in force, which is of `date`
-- (see filled_days). Of a daily or weekly source, a rate for a period (see is_for_period) counts only from stale_days() after the last one
-- for a day. Read year by year.
create or replace function filled_pair_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text, known timestamptz,
  today date)
returns table (
  day date, date date, rate numeric, rate_type text, method text, derived boolean, valid_from date, valid_to date,
  printed_value numeric, printed_unit json, note text)
language sql stable parallel safe
as $$
  select day, figure.date, figure.rate, figure.rate_type, figure.method, figure.derived, figure.valid_from, figure.valid_to,
    figure.printed_value, figure.printed_unit, figure.note
  from sources
  cross join reading_windows(from_date, to_date) years
  cross join lateral (
    select begun.*, lead(begins) over (order by begins, begun.date) as next_date
    from (
      select found.*, greatest(found.date, case when cadence in ('daily', 'weekly') and is_for_period(rate_type)
        then max(found.date) filter (where not is_for_period(rate_type)) over (order by found.date) + stale_days() + 1 end) as begins,
        lead(found.date) over (order by found.date) as later
      from pair_history(
        source_code, source_currency, target_currency, years.first_date - fill_days(cadence), years.last_date, wanted_type, known) found
    ) begun
    where later is null or later > begins
  ) figure
  cross join lateral filled_days(array[source_currency, target_currency], cadence, figure.date, figure.next_date,
    greatest(years.first_date, begins), years.last_date, today) day
  where code = source_code
  order by years.first_date, day
$$;
