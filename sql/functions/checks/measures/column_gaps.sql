-- Compares staged rows with the other rates of their currency in the same table, for the newest twenty days with fresh rows. Two columns of a table are
-- compared for a currency in both: a buying and a selling price, or prices in two currencies.
-- * The gap of a currency is the logarithm of the ratio of its two rates. If five or more currencies are in both columns, it is taken from the median of
--   their gaps (`is_centred`), so that a move of the dollar or of all spreads has no effect.
-- * The usual gap is the median over up to twenty other tables nearby, stored or in the document; `days` is their number. Without any, it is zero.
-- * `off` is the distance of a row's gap from the usual one, and `former_off` that of the value that it would replace. `spread` is the larger of the
--   largest distance in those tables and four times the median distance in its own table; `rounding` is the effect of the last digits.
-- One line for each row and other column (`beside`), with the value `expected` by that. A correction of one of three prices, of which the stored ones are
-- evenly spaced (such as buy, middle and sell), has a line for the other two, with null `days`. Uses the temporary table staged_rates.
create or replace function column_gaps(source_code text)
returns table (
  base text, quote text, type text, date date, beside text, expected float8, off float8, former_off float8, spread float8, rounding float8, days bigint,
  is_centred boolean)
language plpgsql stable set enable_nestloop = off -- the planner takes temporary tables for empty and would choose it
as $$
#variable_conflict use_column
declare
  max_days constant integer := 20;
  max_tables constant integer := 20;
  reach constant integer := 400;
  min_sample constant integer := min_sample_size();
  table_factor constant integer := 4;
begin
  if (select count(*) from (select type from staged_rates union select type from series where source = source_code) it) < 2
    and not exists (select from staged_rates join sources on code = source_code where home_currency not in (base, quote)) then
    return; -- no currency is in two columns
  end if;

  return query
  with checked as materialized (
    select date
    from staged_rates
    where fresh and reason is null
    group by date
    order by date desc
    limit max_days
  ), ends as (
    select min(date) as first_day, max(date) as last_day from checked
  ), nearby as (
    select distinct date from staged_rates where reason is null
    union
    (select date from ends join tables on source = source_code and date between first_day - reach and last_day order by date desc limit max_days + max_tables)
    union
    (select date from ends join tables on source = source_code and date between last_day and last_day + reach order by date limit max_tables)
  ), wanted as materialized (
    select date, true as is_checked from checked
    union all
    (select date, false
     from nearby
     cross join ends
     where date not in (select date from checked)
     order by least(abs(date - first_day), abs(date - last_day)), date
     limit max_tables)
  ), own as materialized (
    select date, is_checked, base, quote, type, value, former, is_fresh as fresh
    from wanted
    join tables_after_load(source_code, array(select date from wanted)) using (date)
  ), priced as ( -- each row as a price of its base in its quote, and of its quote in its base
    select own.*, base as currency, quote || ' ' || type as place, ln(value::float8) as level, ln(former::float8) as former_level from own
    union all
    select own.*, quote, '1/' || base || ' ' || type, -ln(value::float8), -ln(former::float8) from own
  ), placed as materialized (
    select *, rounding_error(scale(value)) / value::float8 as rounding, count(*) over (partition by date, place) >= min_sample as is_column
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
    having count(*) >= min_sample
  ), centred as materialized (
    select gaps.*, gap - coalesce(centre, 0) as distance, former_gap - coalesce(centre, 0) as former_distance, centre is not null as is_centred
    from gaps
    left join centres using (date, place, beside_place)
  ), usual as (
    select currency, place, beside_place, is_centred, percentile_cont(0.5) within group (order by distance) as usual_distance, count(*) as days
    from centred
    where not is_checked
    group by currency, place, beside_place, is_centred
  ), learnt as (
    select currency, place, beside_place, is_centred, usual_distance, days, max(abs(distance - usual_distance)) as farthest
    from centred
    join usual using (currency, place, beside_place, is_centred)
    where not is_checked
    group by currency, place, beside_place, is_centred, usual_distance, days
  ), measured as (
    select centred.*, distance - coalesce(usual_distance, 0) as off, former_distance - coalesce(usual_distance, 0) as former_off,
      coalesce(farthest, 0) as farthest, coalesce(days, 0) as days
    from centred
    left join learnt using (currency, place, beside_place, is_centred)
    where is_checked
  ), scattered as (
    select date, place, beside_place, percentile_cont(0.5) within group (order by abs(former_off)) as scatter
    from measured
    where is_centred
    group by date, place, beside_place
  )
  select base, quote, type, date,
    case when (beside_base, beside_quote) = (base, quote) then beside_type else format('%s/%s %s', beside_base, beside_quote, beside_type) end || ' ' || beside,
    exp(ln(value::float8) - case when currency = base then off else -off end), off, former_off, greatest(farthest, table_factor * coalesce(scatter, 0)),
    rounding_of_both, days, is_centred
  from measured
  left join scattered using (date, place, beside_place)
  where fresh and (days > 0 or is_centred or (base, quote) = (beside_base, beside_quote))
  union all
  select base, quote, own.type, date, format('%s %s and %s %s', one.type, one.value, other.type, other.value), even,
    ln(own.value::float8 / even), ln(own.former::float8 / even), 0, rounding / even, null, false
  from own
  join own one using (date, base, quote)
  join own other using (date, base, quote)
  cross join lateral (select rounding_error(least(scale(own.former), scale(one.value), scale(other.value))) as rounding) it
  cross join lateral unnest(array[(one.value + other.value) / 2, 2 * one.value - other.value, 2 * other.value - one.value]::float8[]) even
  where own.fresh and own.former <> own.value and own.type not in (one.type, other.type) and one.type < other.type
    and abs(own.former - even) <= rounding and even > 0;
end $$;
