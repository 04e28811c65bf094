-- True if a source prints a rate for each working day, whenever it publishes them: its cadence is daily, its rates are determined on their
-- date, or it has at least ten tables of the two weeks before and after a date.
create or replace function has_daily_rates(source_code text, source_cadence text, source_dated text, around date)
returns boolean
language sql stable parallel safe
return source_cadence = 'daily' or source_dated = 'made'
  or (select count(*) from tables where source = source_code and date between around - 14 and around + 14) >= 10;
