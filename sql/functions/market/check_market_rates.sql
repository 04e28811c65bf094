-- The rates of one poll of a feed (an array of {currency, time, rate, reason}), each with the reason why it is implausible, or null:
-- * the reason of the caller, a rate that is not positive, several rates of a currency, or a US dollar that is not 1;
-- * a time in the future, with a tolerance for clocks, or before the rates of the feed are stale;
-- * a rate that differs by more than `max_factor` from the newest composite that is not stale, or, for a currency without one, from the
--   feed's last rate within a day;
-- * a rate that differs by more than `jump_factor` from the feed's last rate within `jump_window`, and is farther from the composite than
--   that rate.
create or replace function check_market_rates(feed_code text, polled jsonb)
returns table (currency text, "time" timestamptz, rate numeric, reason text)
language sql stable
as $$
  with given as (
    select distinct rate_polled.currency collate "C" as currency, rate_polled.time, rate_polled.rate, rate_polled.reason
    from jsonb_to_recordset(polled) as rate_polled(currency text, "time" timestamptz, rate numeric, reason text)
  ), compared as (
    select given.*, count(*) over (partition by given.currency) as several, feeds.fresh_for, composite.value as official,
      last.rate as last_rate, last.time as last_time
    from given
    join feeds on feeds.code = feed_code
    left join lateral (
      select value from rates
      where source = 'composite' and base = 'USD' and quote = given.currency and type = 'composite'
        and date >= service_now()::date - stale_days()
      order by date desc limit 1
    ) composite on true
    left join lateral (
      select market_rates.rate, market_rates.time from market_rates
      where feed = feed_code and market_rates.currency = given.currency
        and market_rates.time < given.time and market_rates.time >= given.time - interval '1 day'
      order by market_rates.time desc limit 1
    ) last on true
  )
  select compared.currency, compared.time, compared.rate, coalesce(compared.reason, case
    when several > 1 then 'the feed gives ' || several || ' rates'
    when compared.rate <= 0 then 'the rate is not positive'
    when compared.currency = 'USD' and compared.rate <> 1 then 'a US dollar is one US dollar'
    when compared.time > service_now() + clock_skew then 'the time is to come'
    when compared.time < service_now() - fresh_for then 'the rate is stale'
    when factor_between(compared.rate, official) > max_factor then 'it is too far from the composite, ' || trim_scale(official)
    when official is null and factor_between(compared.rate, last_rate) > max_factor then 'it is too far from the rate before, '
      || trim_scale(last_rate)
    when factor_between(compared.rate, last_rate) > jump_factor and last_time >= compared.time - jump_window
      and (official is null or factor_between(compared.rate, official) > factor_between(last_rate, official))
      then 'it jumped from the rate before, ' || trim_scale(last_rate)
  end)
  from compared
  cross join (select 1.5 as max_factor, 1.1 as jump_factor, interval '1 hour' as jump_window, interval '60 seconds' as clock_skew) limits
$$;
