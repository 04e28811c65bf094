-- The rates of a pair at one bank, one a table date of the window, ascending. On each date the pair is resolved as resolve_pair does it,
-- in one join: published, else inverse, else cross over the home currency, for the first of the bank's rate types that gives it.
-- What stands in the table of a composite has the method composite.
create or replace function pair_history(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, wanted_type text default null, known timestamptz default null)
returns table (date date, rate numeric, rate_type text, method text, derived boolean)
language sql stable parallel safe
as $$
  with bank as (
    select home_currency as home, rate_types, case when kind = 'composite' then 'composite' else 'published' end as own_method
    from sources
    where code = source_code
  ), legs as (
    select it.date, it.type, own_method,
      array_position(rate_types, it.type) as preference,
      max(it.value) filter (where it.base = source_currency and it.quote = target_currency) as published,
      max(it.value) filter (where it.base = target_currency and it.quote = source_currency) as inverse,
      max(it.value) filter (where it.base = source_currency and it.quote = home) as source_in_home,
      max(it.value) filter (where it.base = home and it.quote = source_currency) as home_in_source,
      max(it.value) filter (where it.base = home and it.quote = target_currency) as home_in_target,
      max(it.value) filter (where it.base = target_currency and it.quote = home) as target_in_home
    from bank
    join series on series.source = source_code and (wanted_type is null or series.type = wanted_type)
      and ((series.base, series.quote) in ((source_currency, target_currency), (target_currency, source_currency))
        or series.base = home and series.quote in (source_currency, target_currency)
        or series.quote = home and series.base in (source_currency, target_currency))
    cross join lateral (
      select rates.date, rates.type, rates.base, rates.quote, value_known(rates, known) as value
      from rates
      where rates.source = source_code
        and rates.base = series.base and rates.quote = series.quote and rates.type = series.type
        and rates.date between from_date and to_date
      offset 0 -- one range of the index a series
    ) it
    group by it.date, it.type, own_method, preference
  ), found as (
    select legs.date, preference, type,
      case
        when published is not null then own_method
        when inverse is not null then 'inverse'
        else 'cross'
      end as method,
      case
        when published is not null then published
        when inverse is not null then divide(1, inverse)
        when source_in_home is not null and home_in_target is not null then source_in_home * home_in_target
        when source_in_home is not null then divide(source_in_home, target_in_home)
        when home_in_target is not null then divide(home_in_target, home_in_source)
        else divide(1, home_in_source * target_in_home)
      end as rate
    from legs
  )
  select distinct on (found.date) found.date, rate, type, method, method <> 'published'
  from found
  where rate is not null
  order by found.date, preference
$$;
