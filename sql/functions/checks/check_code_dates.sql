-- Holds back rates in a code that was not valid on their date: more than a week before its first day, more than two years after its last,
-- or after its last if the source had tables in the 400 days before, and no series in the code within 400 days. The reason names the code
-- that was valid then. A source that restates its history in later units (`restated`) is exempt.
create or replace function check_code_dates(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  days_early constant integer := setting('code_early_days');
  days_late constant integer := setting('code_late_days');
  gap_days constant integer := setting('neighbour_days');
begin
  if not exists (
    select
    from (select base, quote, min(date) as first_day, max(date) as last_day from staged_rates where fresh group by base, quote) span
    join currencies on code in (base, quote) and (first_day < first_date - days_early or last_day > last_date)
  ) then
    return;
  end if;

  with outside as materialized (
    select base, quote, type, it.date, code, first_date, last_date
    from staged_rates it
    cross join lateral (values (base), (quote)) side (code)
    join currencies using (code)
    where fresh and former is null and reason is null and (it.date < first_date - days_early or it.date > last_date)
      and not exists (select from sources where sources.code = source_code and restated && array['all', currencies.code])
  ), invalid as (
    select *
    from outside
    where date < first_date or date > last_date + days_late
      or exists (select from tables where source = source_code and tables.date < outside.date and tables.date > outside.date - gap_days)
        and not exists (
          select from series
          where source = source_code and code in (series.base, series.quote) and outside.date between series.first_date - gap_days
            and series.last_date + gap_days
        )
  )
  update staged_rates
  set fault = 'name', reason = format('is in %s, %s%s', code,
    case when invalid.date < first_date then 'whose first day was ' || first_date else 'whose last day was ' || last_date end,
    '; ' || valid_code(code, invalid.date) || ' was valid then')
  from invalid
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (invalid.base, invalid.quote, invalid.type,
    invalid.date);
end $$;
