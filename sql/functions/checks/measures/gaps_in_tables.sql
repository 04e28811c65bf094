-- How staged rows stand to the other rates of their currency in the same table, for the newest twenty days with fresh rows. Two columns of a table
-- are compared where a currency stands in both: its buying and its selling price, or its prices in two currencies.
-- * The gap is the logarithm of one by the other. Where five currencies or more stand in both columns, it is the distance from the median of their
--   gaps: a table in which all spreads change, or the dollar moves, says nothing about one currency.
-- * The usual gap is the median over up to twenty other tables nearby, stored or in the document; `days` is how many have it. `off` is how far
--   a row is from it, and `former_off` how far the value is that it would replace.
-- * `spread` is how far off rows are: as far as the farthest of those tables, and four times the median of their own table. `rounding` is what
--   the figures' last digits make of it.
-- Where no other table has a gap, it is compared with that of the table alone, if that is centred, or with none.
-- A row has a line for each other column, `beside`, with the value that is `expected` by it. A correction of one of three prices has a line for
-- each other two where the stored three are equally far apart, such as buy, middle and sell. That needs no other table; its `days` are null.
-- Uses the temporary table staged_rates.
create or replace function gaps_in_tables(source_code text)
returns table (base text, quote text, type text, date date, beside text, expected float8, off float8, former_off float8, spread float8, rounding float8, days bigint, is_centred boolean)
language plpgsql stable set enable_nestloop = off -- it is chosen for tables that look empty to the planner, and are not
as $$
#variable_conflict use_column
begin
  if (select count(*) from (select type from staged_rates union select type from series where source = source_code) it) < 2
    and not exists (select from staged_rates join sources on code = source_code where home_currency not in (base, quote)) then
    return; -- no currency stands in two columns
  end if;

  return query
  with judged as materialized (
    select date
    from staged_rates
    where fresh and reason is null
    group by date
    order by date desc
    limit 20
  ), ends as (
    select min(date) as first_day, max(date) as last_day from judged
  ), nearby as (
    select distinct date from staged_rates where reason is null
    union
    (select date from ends join tables on source = source_code and date between first_day - 400 and last_day order by date desc limit 40)
    union
    (select date from ends join tables on source = source_code and date between last_day and last_day + 400 order by date limit 20)
  ), wanted as materialized (
    select date, true as is_judged from judged
    union all
    (select date, false
     from nearby
     cross join ends
     where date not in (select date from judged)
     order by least(abs(date - first_day), abs(date - last_day)), date
     limit 20)
  ), own as materialized (
    select date, is_judged, base, quote, type, value, former, is_fresh as fresh
    from wanted
    join staged_tables(source_code, array(select date from wanted)) using (date)
  ), priced as ( -- a row is a price of its base in its quote, and of its quote in its base
    select own.*, base as currency, quote || ' ' || type as place, ln(value::float8) as level, ln(former::float8) as former_level from own
    union all
    select own.*, quote, '1/' || base || ' ' || type, -ln(value::float8), -ln(former::float8) from own
  ), placed as materialized (
    select *, 1.5 * 10.0::float8 ^ -scale(value) / value::float8 as rounding, count(*) over (partition by date, place) >= 5 as is_column
    from priced
  ), paired as (
    select one, other
    from placed one
    join placed other using (date, currency)
    where one.is_column and other.is_column and one.place <> other.place
    union all
    select one, other
    from placed one
    join placed other using (date, base, quote, currency)
    where one.currency = base and one.type <> other.type and not (one.is_column and other.is_column)
  ), gaps as materialized (
    select (one).*, (other).place as beside_place, (other).base as beside_base, (other).quote as beside_quote, (other).type as beside_type,
      (other).value as beside, (one).level - (other).level as gap, (one).former_level - (other).former_level as former_gap,
      (one).rounding + (other).rounding as rounding_of_both
    from paired
  ), centres as (
    select date, place, beside_place, percentile_cont(0.5) within group (order by former_gap) as centre
    from gaps
    group by date, place, beside_place
    having count(*) >= 5
  ), centred as materialized (
    select gaps.*, gap - coalesce(centre, 0) as distance, former_gap - coalesce(centre, 0) as former_distance, centre is not null as is_centred
    from gaps
    left join centres using (date, place, beside_place)
  ), usual as (
    select currency, place, beside_place, is_centred, percentile_cont(0.5) within group (order by distance) as usual_distance, count(*) as days
    from centred
    where not is_judged
    group by currency, place, beside_place, is_centred
  ), learnt as (
    select currency, place, beside_place, is_centred, usual_distance, days, max(abs(distance - usual_distance)) as farthest
    from centred
    join usual using (currency, place, beside_place, is_centred)
    where not is_judged
    group by currency, place, beside_place, is_centred, usual_distance, days
  ), measured as (
    select centred.*, distance - coalesce(usual_distance, 0) as off, former_distance - coalesce(usual_distance, 0) as former_off,
      coalesce(farthest, 0) as farthest, coalesce(days, 0) as days
    from centred
    left join learnt using (currency, place, beside_place, is_centred)
    where is_judged
  ), scattered as (
    select date, place, beside_place, percentile_cont(0.5) within group (order by abs(former_off)) as scatter
    from measured
    where is_centred
    group by date, place, beside_place
  )
  select base, quote, type, date,
    case when (beside_base, beside_quote) = (base, quote) then beside_type else format('%s/%s %s', beside_base, beside_quote, beside_type) end || ' ' || beside,
    exp(ln(value::float8) - case when currency = base then off else -off end), off, former_off, greatest(farthest, 4 * coalesce(scatter, 0)),
    rounding_of_both, days, is_centred
  from measured
  left join scattered using (date, place, beside_place)
  where fresh and (days > 0 or is_centred or (base, quote) = (beside_base, beside_quote))
  union all
  select base, quote, own.type, date, format('%s %s and %s %s', one.type, one.value, other.type, other.value), even, ln(own.value::float8 / even), ln(own.former::float8 / even), 0, rounding / even, null, false
  from own
  join own one using (date, base, quote)
  join own other using (date, base, quote)
  cross join lateral (select 1.5 * 10.0::float8 ^ -least(scale(own.former), scale(one.value), scale(other.value)) as rounding) it
  cross join lateral unnest(array[(one.value + other.value) / 2, 2 * one.value - other.value, 2 * other.value - one.value]::float8[]) even
  where own.fresh and own.former <> own.value and own.type not in (one.type, other.type) and one.type < other.type
    and abs(own.former - even) <= rounding and even > 0;
end $$;
