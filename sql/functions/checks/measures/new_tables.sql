-- The rates of the tables in which new series (see new_rates) begin, measured by what a dollar is at the other banks in their two currencies, which may
-- come from different banks (see dollar_level). Only the first, the last and one other day of each series.
-- * The rates of a type that have a currency in common are a table: that `home` is the source's home currency, else the dollar, else the base.
-- * A rate and the level of its other currency imply a level of the home currency. That of a table is the median over its rates, of three or more;
--   half of them are within `scatter` of it, or of the median of the reciprocals within `inverse_scatter`. `fresh_rates` have a fresh level.
-- * A table has a level of its own (`is_own`) where half of five rates or more are within a tenth of it, or of three or four within 1 %, and no
--   other bank has the home currency a power of ten away. It is `is_shifted`, and has none, where half of five rates or more are
--   within 1 % of their level and it is more than 5 % from a fresh level of the home currency, or eight times that level's spread.
-- * Without one the home currency's level is that of the other banks. `off` is how far a rate is from what the two levels imply, as a logarithm, and
--   `inverse_off` its reciprocal; `rounding` is what its last digits hide, and `per` the logarithm of the unit for which it is printed.
-- * `banks` have the level of the currency, `home_banks` that of the home currency: any number of them where the table has its own.
-- What is held because of its level is measured too.
create or replace function new_tables(source_code text)
returns table (
  base text, quote text, type text, date date, home text, currency text, side integer, level float8, per float8, rounding float8, is_only_price boolean,
  other_level float8, banks bigint, spread float8, is_fresh boolean, home_level float8, home_banks bigint, is_home_close boolean,
  rates bigint, fresh_rates bigint, scatter float8, inverse_scatter float8, is_own boolean, is_shifted boolean, off float8, inverse_off float8)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  own_currency text;
begin
  select home_currency into own_currency from sources where code = source_code;

  return query
  with sampled as materialized (
    select distinct unnest(array[min(date), (array_agg(date order by date))[(count(*) + 1) / 2], max(date)]) as date
    from new_rates(source_code)
    group by base, quote, type
  ), own as materialized (
    select base, quote, type, date, it.home, ln(value::float8) as level, ln(printed::float8 / value::float8) as per, 1.5 * 10.0::float8 ^ -scale(value) / value::float8 as rounding,
      count(*) over (partition by base, quote, date) = 1 as is_only_price,
      case when base = it.home then quote else base end as currency, case when base = it.home then -1 else 1 end as side
    from staged_rates
    join sampled using (date)
    cross join lateral (select case when own_currency in (base, quote) then own_currency when 'USD' in (base, quote) then 'USD' else base end as home) it
    where reason is null or fault = 'level'
  ), levels as materialized (
    select date, currency, dollar.*
    from (select date, currency from own union select date, home from own) wanted
    cross join lateral dollar_level(source_code, currency, date) dollar
  ), measured as materialized (
    select own.*, of_other.level as other_level, banks, spread, is_fresh, of_other.level + side * own.level as implied, of_other.level - side * own.level as inverse
    from own
    left join levels of_other using (date, currency)
  ), centres as (
    select date, type, home, percentile_cont(0.5) within group (order by implied) as centre, percentile_cont(0.5) within group (order by inverse) as inverse_centre, count(implied) as rates,
      count(*) filter (where is_fresh) as fresh_rates
    from measured
    group by date, type, home
    having count(implied) >= 3
  ), scattered as materialized (
    select date, type, home, centre, centres.rates, fresh_rates, percentile_cont(0.5) within group (order by abs(implied - centre)) as scatter,
      percentile_cont(0.5) within group (order by abs(inverse - inverse_centre)) as inverse_scatter
    from measured
    join centres using (date, type, home)
    group by date, type, home, centre, centres.rates, fresh_rates
  ), tables_of_home as (
    select scattered.*, shifted.is_shifted,
      scatter <= case when scattered.rates >= 5 then 0.1 else 0.01 end and not is_shifted
        and is_power_of_ten(exp(centre - of_home.level)) is not true as is_own
    from scattered
    left join levels of_home on of_home.date = scattered.date and of_home.currency = scattered.home
    cross join lateral (
      select coalesce(scattered.rates >= 5 and scatter <= 0.01 and of_home.is_fresh and abs(centre - of_home.level) > greatest(ln(1.05), 8 * of_home.spread), false) as is_shifted
    ) shifted
  )
  select base, quote, measured.type, measured.date, measured.home, measured.currency, side, measured.level, per, rounding, is_only_price,
    other_level, measured.banks, measured.spread, measured.is_fresh,
    it.home_level, case when is_own then 1000 else of_home.banks end, case when is_own then scatter <= 0.02 else of_home.is_fresh or of_home.banks >= 5 and of_home.spread <= 0.02 end,
    tables_of_home.rates, fresh_rates, scatter, inverse_scatter, is_own, is_shifted, implied - it.home_level, inverse - it.home_level
  from measured
  left join tables_of_home using (date, type, home)
  left join levels of_home on of_home.date = measured.date and of_home.currency = measured.home
  cross join lateral (select case when is_own then centre else of_home.level end as home_level) it;
end $$;
