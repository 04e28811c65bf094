-- The blend in units per US dollar on each day of a window. For all sources, this is the stored composite from its first day on. Before
-- that day, and for named sources, it is the result of family_d_blend. The fixed rates of family_d_pegs replace their currencies unless
-- sources are named. `with_figures` adds the contributions. `given` and `shares` name the figures behind the rate, for crosses; a fixed
-- rate has none.
create or replace function family_d_dollar(banks text[], currencies text[], from_date date, to_date date, with_figures boolean)
returns table (day date, currency text, rate numeric, figures json, given text[], shares numeric[])
language sql stable parallel safe
as $$
  with wanted as ( -- if only pegged currencies are requested, the euro provides the days that have rates
    select case when currencies is null or banks is not null then currencies else array(
      select unnest(currencies) union select anchor from family_d_pegs() where currency = any(currencies)
        union select 'EUR') end as currencies
  ), stored as materialized (
    select case when banks is null then min(first_date) end as first_day
    from sources
    join series on series.source = code
    where kind = 'composite' and active
  ), composite as materialized (
    select own.*
    from stored, wanted
    cross join lateral family_d_composite(wanted.currencies, greatest(from_date, first_day), to_date) own
    where first_day is not null
  ), blended as materialized (
    select composite.* from composite where not with_figures
    union all
    select live.day, live.currency, coalesce(composite.rate, live.rate), live.figures,
      case when composite.rate is null then live.given else composite.given end,
      case when composite.rate is null then live.shares else composite.shares end
    from stored, wanted
    cross join lateral family_d_blend(banks, 'USD', wanted.currencies, from_date,
      case when with_figures then to_date else least(to_date, first_day - 1) end) live
    left join composite on composite.day = live.day and composite.currency = live.currency
    where with_figures or first_day is null or from_date < first_day
  ), pegged as (
    select peg.* from family_d_pegs() peg where banks is null
  ), days as (
    select distinct blended.day from blended
  )
  select blended.day, blended.currency, blended.rate, case when with_figures then blended.figures end, blended.given, blended.shares
  from blended
  where blended.rate is not null and not exists (select from pegged where pegged.currency = blended.currency and blended.day >= since)
  union all
  select blended.day, pegged.currency, blended.rate * pegged.rate, null, null, null
  from pegged
  join blended on blended.currency = anchor and blended.day >= since
  where blended.rate is not null and (currencies is null or pegged.currency = any(currencies))
  union all
  select days.day, pegged.currency, pegged.rate, null, null, null
  from pegged
  join days on days.day >= since
  where anchor = 'USD' and (currencies is null or pegged.currency = any(currencies))
$$;
