-- The rates of a base on each day of a window: one row for each quote and each day on which the quote was published (for the US dollar, on
-- which the base was), from the figures of the preceding days (see family_d_lookback). For one source, these are the rates of its own
-- tables, and a published rate keeps its digits. For several named sources, it is the blend of the pair at each of them, if one has it.
-- Otherwise, it is the median of the pair over the sources behind both blends (see family_d_dollar), or the quotient of the blends if they
-- share no source. `quotes` limits the quotes. The base itself is not among them.
create or replace function family_d_daily(
  base text, quotes text[], banks text[], from_date date, to_date date, with_figures boolean)
returns table (day date, quote text, rate numeric, derived boolean, figures json)
language sql stable parallel safe
as $$
  with dollar as materialized (
    select blend.*, coalesce(lead(blend.day) over (partition by currency order by blend.day), 'infinity') as next_day
    from family_d_dollar(banks, case when quotes is null then null else quotes || base end,
      from_date - family_d_lookback(banks), to_date, with_figures) blend
    where cardinality(banks) is distinct from 1
  ), bases as materialized ( -- the base's newest rate on each day
    select days.day, newest.day = days.day as is_own, newest.rate, newest.figures, newest.given, newest.shares
    from (select distinct dollar.day from dollar) days
    join dollar newest on days.day >= newest.day and days.day < newest.next_day
      and days.day <= newest.day + (select family_d_lookback(banks))
    where currency = base and base <> 'USD'
    union all
    select days.day, false, 1, null, null, null from (select distinct dollar.day from dollar where base = 'USD') days
  ), crossed as (
    select dollar.day, currency as quote, dollar.rate, dollar.figures, bases.rate as base_rate, bases.figures as base_figures,
      dollar.given as own_given, dollar.shares as own_shares, bases.given as base_given, bases.shares as base_shares
    from dollar
    join bases on bases.day = dollar.day
    where currency <> base and (quotes is null or currency = any(quotes))
    union all
    select bases.day, 'USD', 1, null, bases.rate, bases.figures, null, null, null, null
    from bases
    where is_own and (quotes is null or 'USD' = any(quotes))
  ), direct as materialized ( -- includes sources without a rate of the dollar
    select blend.*
    from family_d_blend(banks, base, quotes, from_date - family_d_lookback(banks), to_date) blend
    where cardinality(banks) > 1
  )
  select pair.day, pair.quote, family_d_rounded(coalesce(common.rate, divide(pair.rate, pair.base_rate))), true,
    case when with_figures then (
      select json_agg(json_strip_nulls(json_build_object(
        'key', one ->> 'key', 'date', one ->> 'date',
        'rate', family_d_rounded(divide((one ->> 'rate')::numeric, coalesce((other ->> 'rate')::numeric, pair.base_rate))),
        'excluded', case when (one ->> 'excluded')::boolean then true end)) order by one ->> 'key')
      from json_array_elements(coalesce(pair.figures, pair.base_figures)) given
      cross join lateral (select case when pair.figures is null
        then json_build_object('key', given ->> 'key', 'date', given ->> 'date', 'rate', '1', 'excluded', given -> 'excluded')
        else given end as one) quoted
      left join lateral (select value as other from json_array_elements(pair.base_figures)
        where value ->> 'key' = one ->> 'key') of_base on true
    ) end
  from (
    select crossed.*
    from crossed
    where not exists (
      select from direct where direct.currency = crossed.quote
        and crossed.day between direct.day and direct.day + (select family_d_lookback(banks)))
    union all
    select direct.day, currency, direct.rate, direct.figures, 1, null, null, null, null, null from direct
  ) pair
  cross join lateral common_median(pair.own_given, pair.own_shares, pair.base_given, pair.base_shares) common
  where pair.day between from_date and to_date
  union all
  select own.date, own.quote, case when own.method = 'published' then own.rate else family_d_rounded(own.rate) end,
    own.method <> 'published', case when with_figures then json_build_array(json_build_object('key', upper(key), 'date', own.date,
      'rate', case when own.method = 'published' then own.rate else family_d_rounded(own.rate) end)) end
  from family_d_own(case when cardinality(banks) = 1 then banks else '{}' end, base, quotes, from_date, to_date) own
$$;
