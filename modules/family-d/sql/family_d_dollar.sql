-- The blend in units for one US dollar on each day of a window: of all sources the stored composite if there is one, else as family_d_blend
-- does; with the fixed rates of family_d_pegs in place of their currencies unless sources are named. `with_figures` adds the contributions.
create or replace function family_d_dollar(banks text[], currencies text[], from_date date, to_date date, with_figures boolean)
returns table (day date, currency text, rate numeric, figures json)
language sql stable parallel safe
as $$
  with wanted as ( -- the euro tells on which days there are rates, if only pegged currencies are asked for
    select case when currencies is null or banks is not null then currencies else array(
      select unnest(currencies) union select anchor from family_d_pegs() where currency = any(currencies)
        union select 'EUR') end as currencies
  ), is_stored as materialized (
    select banks is null and exists (select from sources join coverage on source = code where kind = 'composite' and active) as it
  ), blended as materialized (
    select stored.day, stored.currency, stored.rate, stored.figures
    from is_stored, wanted
    cross join lateral family_d_composite(wanted.currencies, from_date, to_date) stored
    where it and not with_figures
    union all
    select live.day, live.currency, coalesce(stored.rate, live.rate), live.figures
    from is_stored, wanted
    cross join lateral family_d_blend(banks, wanted.currencies, from_date, to_date) live
    left join lateral (
      select rates.value as rate
      from sources
      join rates on rates.source = code and rates.base = 'USD' and rates.quote = live.currency and rates.date = live.day
      where it and kind = 'composite' and active
    ) stored on true
    where not it or with_figures
  ), pegged as (
    select it.* from family_d_pegs() it where banks is null
  ), days as (
    select distinct blended.day from blended
  )
  select blended.day, blended.currency, blended.rate, case when with_figures then blended.figures end
  from blended
  where blended.rate is not null and not exists (select from pegged where pegged.currency = blended.currency and blended.day >= since)
  union all
  select blended.day, pegged.currency, blended.rate * pegged.rate, null
  from pegged
  join blended on blended.currency = anchor and blended.day >= since
  where blended.rate is not null and (currencies is null or pegged.currency = any(currencies))
  union all
  select days.day, pegged.currency, pegged.rate, null
  from pegged
  join days on days.day >= since
  where anchor = 'USD' and (currencies is null or pegged.currency = any(currencies))
$$;
