-- The rate of one US dollar in each currency at each active source except composites, as resolve_pair derives it: one row for each source,
-- currency and table of a window, and of the days before it whose values still count. `lifetime` is the number of days for which a value
-- counts (see value_lifetime). `is_current` is false for a source whose rates are fixed for, or averaged over, a month or longer.
create or replace function dollar_rates(from_date date, to_date date)
returns table (source text, currency text, date date, rate numeric, rate_type text, method text, lifetime integer, is_current boolean)
language sql stable parallel safe
as $$
  select distinct on (code, target, derivations.date) code, target, derivations.date, rate, rate_type, method,
    value_lifetime(cadence), cadence in ('daily', 'weekly')
  from sources
  cross join lateral rate_derivations(code, 'USD', null, from_date - value_lifetime(cadence), to_date) derivations
  where active and kind <> 'composite'
  order by code, target, derivations.date, priority
$$;
