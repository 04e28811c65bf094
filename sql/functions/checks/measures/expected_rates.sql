-- The rates that other banks imply for the staged rows of a daily or weekly source, for its newest three days with fresh rows within 31 days.
-- * The level of a currency is the median, over two or more daily or weekly banks, of their newest dollar rates in five days, if half of them are within
--   2 % of it.
-- * The distance of a table from these levels is the median over five or more rates of a type. It belongs to the home currency, for which no other bank
--   is needed. A smaller table is measured only if other banks have its home currency.
-- * The usual distance of a series from its table is the median over up to eight stored tables within 31 days (`days` is their number). It is that of a
--   peg, of a parallel market, or of a bank that fixes early.
-- A table under correction is measured by its stored values, since a wrong table would be close to itself.
-- `spread` is the tolerance of `expected` as a logarithm: the largest median deviation of the banks from the level, of the table's rates from its
-- distance, and of the series from its usual distance. If other banks have the home currency too, `implied` is the rate expected without regard to the
-- table, and `implied_spread` its tolerance. Uses the temporary table staged_rates.
create or replace function expected_rates(source_code text)
returns table (base text, quote text, type text, date date, expected float8, spread float8, days bigint, implied float8, implied_spread float8)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  reach constant integer := 31;
  bank_days constant integer := 5;
  min_banks constant integer := 2;
  max_spread constant float8 := 0.02;
  min_sample constant integer := min_sample_size();
  home text;
  newest date;
begin
  select home_currency into home from sources where code = source_code and cadence in ('daily', 'weekly');
  select max(date) into newest from staged_rates where fresh and reason is null;
  if home is null or newest is null or not exists (select from coverage where source <> source_code) then
    return;
  end if;

  return query
  with checked as materialized (
    select distinct date
    from staged_rates
    where fresh and reason is null and date > newest - reach
    order by date desc
    limit 3
  ), near as materialized (
    select date
    from tables
    where source = source_code and date between newest - reach and newest + reach and not exists (select from staged_rates where staged_rates.date = tables.date and fresh)
    order by abs(date - newest), date
    limit 8
  ), wanted as materialized (
    select date, true as is_checked from checked
    union all
    select date, false from near
  ), own as materialized (
    select date, is_checked, base, quote, type, former::float8 as value
    from wanted
    join tables_after_load(source_code, array(select date from wanted)) using (date)
  ), given as materialized (
    select distinct on (wanted.date, source, currency) wanted.date, currency, ln(rate::float8) as level
    from wanted
    join dollar_rates((select min(date) from wanted), (select max(date) from wanted)) it on it.date between wanted.date - bank_days + 1 and wanted.date
    where source <> source_code and is_current
    order by wanted.date, source, currency, it.date desc
  ), medians as (
    select date, currency, percentile_cont(0.5) within group (order by level) as level
    from given
    group by date, currency
    having count(*) >= min_banks
  ), levels as materialized (
    select date, currency, medians.level, percentile_cont(0.5) within group (order by abs(given.level - medians.level)) as spread
    from given
    join medians using (date, currency)
    group by date, currency, medians.level
    having percentile_cont(0.5) within group (order by abs(given.level - medians.level)) <= max_spread
    union all
    select date, 'USD', 0, 0 from wanted
  ), measured as materialized (
    select own.*, case when base = home then -1 else 1 end as side, home in (base, quote) as is_home,
      of_base.level is not null and of_quote.level is not null as is_known, greatest(of_base.spread, of_quote.spread) as level_spread,
      case when base = home then -1 else 1 end * (ln(value) - coalesce(of_quote.level, 0) + coalesce(of_base.level, 0)) as distance
    from own
    left join levels of_base on of_base.date = own.date and of_base.currency = base
    left join levels of_quote on of_quote.date = own.date and of_quote.currency = quote
    where (of_base.level is not null or base = home) and (of_quote.level is not null or quote = home)
  ), centres as (
    select date, type, is_home, percentile_cont(0.5) within group (order by distance) as centre
    from measured
    group by date, type, is_home
    having count(*) >= min_sample
  ), centred as materialized (
    select measured.*, distance - coalesce(centre, 0) as off
    from measured
    left join centres using (date, type, is_home)
    where centre is not null or is_known
  ), scattered as (
    select date, type, is_home, percentile_cont(0.5) within group (order by abs(off)) as table_spread
    from centred
    group by date, type, is_home
  ), usual as (
    select base, quote, type, percentile_cont(0.5) within group (order by off) as usual_off,
      percentile_cont(0.5) within group (order by distance) filter (where is_known) as usual_distance, count(*) as days
    from centred
    where not is_checked
    group by base, quote, type
  ), learnt as (
    select base, quote, type, usual_off, usual_distance, days, percentile_cont(0.5) within group (order by abs(off - usual_off)) as own_spread,
      percentile_cont(0.5) within group (order by abs(distance - usual_distance)) filter (where is_known) as distance_spread
    from centred
    join usual using (base, quote, type)
    where not is_checked
    group by base, quote, type, usual_off, usual_distance, days
  )
  select centred.base, centred.quote, centred.type, centred.date, exp(ln(value) - side * (off - coalesce(usual_off, 0))),
    greatest(level_spread, table_spread, own_spread), coalesce(learnt.days, 0),
    case when is_known then exp(ln(value) - side * (distance - usual_distance)) end, greatest(level_spread, table_spread, distance_spread)
  from centred
  join scattered using (date, type, is_home)
  left join learnt on (learnt.base, learnt.quote, learnt.type) = (centred.base, centred.quote, centred.type)
  where is_checked;
end $$;
