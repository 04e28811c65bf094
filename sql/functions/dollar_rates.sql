-- What each active source but a composite gave for one US dollar in each currency, one row a source, currency and table date of a window, with
-- the days that a source's value is good for before the window as well. Each is resolved within the source's own table as resolve_pair does
-- it: published, else inverse, else cross over the home currency, for the first of the source's rate types that gives it.
-- `lifetime` is for how many days a value stays good (see value_lifetime). `is_current` is false for a source whose rates
-- are fixed for a month or longer, or are means of one: these say what a market was, not what it is.
create or replace function dollar_rates(from_date date, to_date date)
returns table (source text, currency text, date date, rate numeric, rate_type text, method text, lifetime integer, is_current boolean)
language sql stable parallel safe
as $$
  with banks as (
    select code, home_currency as home, rate_types,
      value_lifetime(cadence) as lifetime,
      cadence in ('daily', 'weekly') as is_current
    from sources
    where active and kind <> 'composite'
  ), printed as materialized (
    select code, home, it.type, it.date, currency, banks.lifetime, banks.is_current, array_position(rate_types, it.type) as preference,
      max(value) filter (where base = 'USD' and quote = currency) as published,
      max(value) filter (where base = currency and quote = 'USD') as inverse,
      max(value) filter (where base = home and quote = currency) as home_in_target,
      max(value) filter (where base = currency and quote = home) as target_in_home
    from banks
    cross join lateral (
      select rates.date, rates.type, rates.base, rates.quote, rates.value,
        case
          when rates.base = 'USD' then rates.quote
          when rates.quote = 'USD' then rates.base
          when rates.base = home then rates.quote
          else rates.base
        end as currency
      from rates
      where rates.source = code and rates.date between from_date - banks.lifetime and to_date
        and (rates.base in ('USD', home) or rates.quote in ('USD', home))
      offset 0 -- one range of the index a source
    ) it
    group by code, home, it.type, it.date, currency, banks.lifetime, banks.is_current, preference
  ), found as (
    select it.code, it.currency, it.date, it.type, it.preference, it.lifetime, it.is_current,
      case
        when it.published is not null then 'published'
        when it.inverse is not null then 'inverse'
        else 'cross'
      end as method,
      case
        when it.published is not null then it.published
        when it.inverse is not null then divide(1, it.inverse)
        when dollar.published is not null and it.home_in_target is not null then dollar.published * it.home_in_target
        when dollar.published is not null then divide(dollar.published, it.target_in_home)
        when it.home_in_target is not null then divide(it.home_in_target, dollar.inverse)
        else divide(1, dollar.inverse * it.target_in_home)
      end as rate
    from printed it
    left join printed dollar on dollar.code = it.code and dollar.type = it.type and dollar.date = it.date and dollar.currency = dollar.home
  )
  select distinct on (code, currency, date) code, currency, date, rate, type, method, lifetime, is_current
  from found
  where rate is not null
  order by code, currency, date, preference
$$;
