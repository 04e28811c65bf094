-- The group of comparable rates to which the rate of a date belongs on a day: `daily` (middle and reference rates), `sides` (buying and
-- selling), `commercial` (banks), `periods` (a week, a month or longer), `older` (a rate for one day that is older than two weeks, or than
-- the source's rhythm explains), or `stale`. A source that publishes seldom may still print a rate for each day (see has_daily_rates).
create or replace function rate_group(of_source sources, rate_type text, date date, wanted date, is_stale boolean)
returns text
language sql stable parallel safe
as $$
  select case
    when is_stale then 'stale'
    when is_for_period(rate_type)
      or not has_daily_rates(of_source.code, of_source.cadence, of_source.dated, date) then 'periods'
    when date < wanted - 14 or date < wanted - 3 and exists (
      select from rhythms(of_source.code) where open_days_between(date, wanted, week, of_source.closing_days) > allowed) then 'older'
    when of_source.kind = 'commercial_bank' then 'commercial'
    when rate_type ~ 'buy|sell|bid|ask' then 'sides'
    else 'daily'
  end
$$;
