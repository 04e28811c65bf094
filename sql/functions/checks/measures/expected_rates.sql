-- The rates that other banks imply for the fresh staged rows of the 31 days up to the newest one. A source whose rates are fixed for a
-- month or longer is compared by itself, without its tables nearby. Only for documents with rows that may wait, and for the first document
-- of a source.
-- * The level of a currency is the median, over two or more daily or weekly banks, of their newest dollar rates of the last days, if half
--   of them are near it, else that of its peg.
-- * The distance of a table from these levels is the median over five or more rates of a type, or else of all types. It belongs to the home
--   currency, for which no other bank is needed. Where the other banks have the home currency, a smaller table is measured by itself, and
--   so is every table of a source that has none stored nearby: its own distance would hide that all of it is off.
-- * The usual distance of a series from its table is the median over up to eight stored tables within 31 days (`days` is their number). It
--   is that of a peg, of a parallel market, or of a bank that fixes early.
-- A table under correction is measured by its stored values, since a wrong table would be close to itself. `shift` is how far the table as
-- a whole is from the other banks, as a logarithm, less the median of the tables nearby; null unless they have its currency. `spread` is
-- the tolerance of `expected` as a logarithm: the largest median deviation of the banks from the level, of the table's rates from its
-- distance, and of the series from its usual distance. `implied_by` is `banks`, `peg` if a peg stands for them, or `table` if they do not
-- have the home currency. Uses the temporary table staged_rates.
create or replace function expected_rates(source_code text)
returns table (base text, quote text, type text, date date, expected float8, spread float8, days bigint, shift float8, implied_by text)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  reach constant integer := 31;
  bank_days constant integer := setting('bank_days');
  min_banks constant float8 := setting('banks_least');
  max_spread constant float8 := setting('banks_spread');
  min_sample constant float8 := setting('quorum');
  home text;
  newest date;
  is_current boolean;
begin
  select measured_document.home, last_day, cadence in ('daily', 'weekly') into home, newest, is_current from measured_document
    where last_day >= waits_from or newest_stored is null;
  if newest is null or not exists (select from coverage where source <> source_code) then
    return;
  end if;

  return query
  with checked as materialized (
    select distinct date
    from staged_rates
    where fresh and date > newest - reach
  ), near as materialized (
    select date
    from tables
    where is_current and source = source_code and date between newest - reach and newest + reach and date not in (select date from checked)
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
    join dollar_rates((select min(date) from wanted), (select max(date) from wanted)) dollars
      on dollars.date between wanted.date - bank_days + 1 and wanted.date
    where source <> source_code and dollars.is_current
    order by wanted.date, source, currency, dollars.date desc
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
  ), pegged as ( -- currencies that no two banks quote
    select date, pegs.currency, case anchor when 'USD' then 0 else anchored.level end + ln(rate::float8) as level
    from wanted
    join pegs on since <= date and coalesce(until, date) >= date and rate is not null
    left join levels anchored using (date)
    where (anchor = 'USD' and anchored.currency = 'USD' or anchored.currency = anchor)
  ), all_levels as materialized (
    select *, false as is_peg from levels
    union all
    select date, currency, level, 0, true from pegged
      where not exists (select from levels where (levels.date, levels.currency) = (pegged.date, pegged.currency))
  ), measured as materialized (
    select own.*, case when base = home then -1 else 1 end as side, home in (base, quote) as is_home,
      of_base.level is not null and of_quote.level is not null as is_known, greatest(of_base.spread, of_quote.spread) as level_spread,
      case when of_base.level is null or of_quote.level is null then 'table' when of_base.is_peg or of_quote.is_peg then 'peg'
        else 'banks' end as implied_by,
      case when base = home then -1 else 1 end * (ln(value) - coalesce(of_quote.level, 0) + coalesce(of_base.level, 0)) as distance
    from own
    left join all_levels of_base on of_base.date = own.date and of_base.currency = base
    left join all_levels of_quote on of_quote.date = own.date and of_quote.currency = quote
    where (of_base.level is not null or base = home) and (of_quote.level is not null or quote = home)
  ), centres as materialized (
    select date, type, is_home, percentile_cont(0.5) within group (order by distance) as centre
    from measured
    group by grouping sets ((date, type, is_home), (date, is_home))
    having count(*) >= min_sample
  ), centred as materialized (
    select measured.*, distance - coalesce(of_type.centre, of_all.centre, 0) as scatter,
      distance - case when not is_known then coalesce(of_type.centre, of_all.centre)
        when exists (select from near) then coalesce(of_type.centre, 0) else 0 end as off
    from measured
    left join centres of_type using (date, type, is_home)
    left join centres of_all on of_all.date = measured.date and of_all.is_home = measured.is_home and of_all.type is null
    where coalesce(of_type.centre, of_all.centre) is not null or is_known
  ), table_centres as materialized (
    select date, type, is_checked, percentile_cont(0.5) within group (order by side * distance) as centre
    from measured
    where is_known
    group by date, type, is_checked
    having count(*) >= min_sample
  ), scattered as (
    select date, type, is_home, percentile_cont(0.5) within group (order by abs(scatter)) as table_spread
    from centred
    group by date, type, is_home
  ), usual as (
    select base, quote, type, percentile_cont(0.5) within group (order by off) as usual_off, count(*) as days
    from centred
    where not is_checked
    group by base, quote, type
  ), learnt as (
    select base, quote, type, usual_off, days, percentile_cont(0.5) within group (order by abs(off - usual_off)) as own_spread
    from centred
    join usual using (base, quote, type)
    where not is_checked
    group by base, quote, type, usual_off, days
  )
  select centred.base, centred.quote, centred.type, centred.date, exp(ln(value) - side * (off - coalesce(usual_off, 0))),
    greatest(level_spread, table_spread, own_spread), coalesce(learnt.days, 0),
    table_centres.centre - coalesce((select percentile_cont(0.5) within group (order by nearby.centre) from table_centres nearby
      where not nearby.is_checked and nearby.type = centred.type), 0), implied_by
  from centred
  join scattered using (date, type, is_home)
  left join learnt on (learnt.base, learnt.quote, learnt.type) = (centred.base, centred.quote, centred.type)
  left join table_centres on (table_centres.date, table_centres.type) = (centred.date, centred.type)
  where centred.is_checked;
end $$;
