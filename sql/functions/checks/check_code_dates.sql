-- Holds back rates in a code on a day on which it was no money: more than a week before its first day, more than two years after its last, or after
-- its last where the series has nothing within 400 days and the source had tables before. The reason names the code that was valid then. A source
-- that prints its history in later units says so (see restated) and is exempt.
create or replace function check_code_dates(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  with doubted as materialized (
    select base, quote, type, it.date, code, first_date, last_date
    from staged_rates it
    cross join lateral (values (base), (quote)) side (code)
    join currencies using (code)
    where fresh and former is null and reason is null and (it.date < first_date - 7 or it.date > last_date)
      and not exists (select from sources where sources.code = source_code and restated && array['all', currencies.code])
  ), invalid as (
    select *
    from doubted
    where date < first_date or date > last_date + 730
      or exists (select from tables where source = source_code and tables.date < doubted.date and tables.date > doubted.date - 400)
        and not exists (
          select from series
          where source = source_code and code in (series.base, series.quote) and doubted.date between series.first_date - 400 and series.last_date + 400
        )
  )
  update staged_rates
  set fault = 'name', reason = format('is in %s, %s%s', code,
    case when invalid.date < first_date then 'whose first day was ' || first_date else 'whose last day was ' || last_date end,
    '; ' || valid_code(code, invalid.date) || ' was valid then')
  from invalid
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (invalid.base, invalid.quote, invalid.type, invalid.date);
end $$;
