-- True if a source prints a rate for each working day, whenever it publishes them: its cadence is daily, or it has at least ten tables of
-- the four weeks up to a date.
create or replace function has_daily_rates(source_code text, source_cadence text, newest date)
returns boolean
language sql stable parallel safe
return source_cadence = 'daily' or (select count(*) from tables where source = source_code and date > newest - 28 and date <= newest) >= 10;
