-- Every derivation of the rate of one currency in others from one active feed or the composite: published for the dollar, else inverse,
-- else a cross of two of its rates (of the composite that of composite_crosses). `place` is the position of the feed, null for the
-- composite. A currency against itself is one whenever it has a rate; for the dollar, whenever the euro has one.
-- The grouping unit `moment` takes the rates in force at `from_time`; `time` is that of the rate, and of the older one for a cross. The
-- units minute, hour and day take the last rate of each from `from_time` up to `to_time`; `time` is its start.
create or replace function market_derivations(
  source_currency text, targets text[], from_time timestamptz, to_time timestamptz, grouping_unit text)
returns table ("time" timestamptz, target text, rate numeric, derived boolean, class text, place integer)
language sql stable parallel safe
as $$
  with legs as materialized (
    select feed, market.class, market.place, currency, market.rate, market.time, from_time as at
    from market_values(targets || source_currency || case when 'USD' = source_currency and 'USD' = any(targets) then array['EUR']
      else '{}' end, from_time) market
    where grouping_unit = 'moment'
    union all
    select feed, market.class, market.place, currency, market.rate, market.time, market.time
    from market_window_values(targets || source_currency || case when 'USD' = source_currency and 'USD' = any(targets) then array['EUR']
      else '{}' end, from_time, to_time, grouping_unit) market
    where grouping_unit <> 'moment'
  )
  select leg.time, currency, leg.rate, false, leg.class, leg.place
  from legs leg
  where source_currency = 'USD' and currency = any(targets)
  union all
  select leg.time, source_currency, 1, true, leg.class, leg.place
  from legs leg
  where source_currency = any(targets) and leg.currency = case source_currency when 'USD' then 'EUR' else source_currency end
  union all
  select own.time, 'USD', divide(1, own.rate), true, own.class, own.place
  from legs own
  where currency = source_currency and 'USD' = any(targets)
  union all
  select least(leg.time, own.time), leg.currency, divide(leg.rate, own.rate), true, leg.class, leg.place
  from legs leg
  join legs own using (feed, at)
  where own.currency = source_currency and leg.currency <> source_currency and leg.currency = any(targets) and feed <> 'official'
  union all
  select days.time, crossed.target, crossed.rate, true, 'official', null
  from (
    select least(leg.time, own.time) as time, array_agg(leg.currency) as currencies
    from legs leg
    join legs own using (feed, at)
    where feed = 'official' and own.currency = source_currency and leg.currency <> source_currency and leg.currency = any(targets)
    group by 1
  ) days
  cross join lateral composite_crosses(source_currency, days.currencies, (days.time at time zone 'UTC')::date,
    (days.time at time zone 'UTC')::date) crossed
$$;
