-- Holds back the rows of new series (see new_rates) that are off by more than a factor of two from the cross of what a dollar is in their two
-- currencies, which may come from different banks (see dollar_level):
-- * The home currency's level is the median over the table's rates of a type, of five or more, where half of them are within a tenth of it and it is
--   not a power of ten away from that of other banks. Otherwise it is that of two other banks or more.
-- * Where one of the levels is known from fewer than three banks, only a power of ten, the inverse and what is off by more than a factor of a hundred
--   are held back: some currencies have several official rates, which differ by more than a factor of two.
-- * Where half of the table's rates are within 2 % of its home currency's level, or that is close at the other banks, three tenths are enough for a
--   currency whose level is close.
-- All of a table whose rates agree only upside down is held back.
-- The first, the last and one other day of a series are judged. What is on the level of one that is held is held back with it.
create or replace function check_new_tables(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  home text;
begin
  select home_currency into home from sources where code = source_code;

  with unknown as materialized (
    select * from new_rates(source_code) where home in (base, quote)
  ), sampled as materialized (
    select distinct unnest(array[min(date), (array_agg(date order by date))[(count(*) + 1) / 2], max(date)]) as date
    from unknown
    group by base, quote, type
  ), own as materialized (
    select base, quote, type, date, ln(value::float8) as level, scale(value) as digits, case when base = home then quote else base end as currency, case when base = home then -1 else 1 end as side
    from staged_rates
    join sampled using (date)
    where reason is null and home in (base, quote)
  ), levels as materialized (
    select date, currency, dollar.level, is_confirmed, is_certain, is_close
    from (select date, currency from own union select date, home from sampled) wanted
    cross join lateral dollar_level(source_code, currency, date) dollar
  ), measured as materialized (
    select own.*, of_other.level as other_level, is_certain, is_close, of_other.level + side * own.level as home_level, of_other.level - side * own.level as inverse_level
    from own
    left join levels of_other using (date, currency)
  ), centres as (
    select date, type, percentile_cont(0.5) within group (order by home_level) as centre, percentile_cont(0.5) within group (order by inverse_level) as inverse_centre
    from measured
    group by date, type
    having count(home_level) >= 5
  ), scattered as (
    select date, type, centre, percentile_cont(0.5) within group (order by abs(home_level - centre)) as scatter,
      percentile_cont(0.5) within group (order by abs(inverse_level - inverse_centre)) as inverse_scatter
    from measured
    join centres using (date, type)
    group by date, type, centre
  ), compared as (
    select measured.*, expected_level, is_home_close, scatter, inverse_scatter, home_level - expected_level as off,
      is_own or of_home.is_confirmed as is_confirmed_cross, measured.is_certain and (is_own or of_home.is_certain) as is_certain_cross
    from measured
    left join scattered using (date, type)
    left join levels of_home on of_home.date = measured.date and of_home.currency = home
    cross join lateral (select scatter <= 0.1 and (of_home.is_confirmed and is_power_of_ten(exp(centre - of_home.level))) is not true as is_own) table_level
    cross join lateral (
      select case when is_own then centre else of_home.level end as expected_level, case when is_own then scatter <= 0.02 else of_home.is_close end as is_home_close
    ) it
  ), judged as (
    select base, quote, type, date, level, exp(side * (expected_level - other_level)) as expected, is_inverted, limit_off
    from compared
    cross join lateral (
      select scatter > ln(1.5) and inverse_scatter <= 0.1 as is_inverted,
        case when is_close and is_home_close then least(ln(2), ln(1.3) + 1.5 * 10.0::float8 ^ -digits / exp(level)) else ln(2) end as limit_off
    ) own
    where is_inverted or abs(off) > limit_off and (is_certain_cross or is_confirmed_cross and (is_power_of_ten(exp(off)) or abs(inverse_level - expected_level) <= 0.1 or abs(off) > ln(100)))
  ), held as (
    select distinct on (base, quote, type, unknown.date) base, quote, type, unknown.date, judged.date as since, expected, is_inverted, limit_off
    from judged
    join unknown using (base, quote, type)
    where abs(ln(unknown.value) - level) < ln(1.2)
    order by base, quote, type, unknown.date, abs(unknown.date - judged.date)
  )
  update staged_rates
  set fault = 'level', reason = case
    when staged_rates.date <> since then format('continues the level of %s, which is held', since)
    when is_inverted then 'starts a series in a table whose rates agree with one another only upside down'
    else format('starts a series: %s, which the other banks imply; %s', compared_with(staged_rates.value, round_significant(expected::numeric, 6)), limit_in_words(limit_off)) end
  from held
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (held.base, held.quote, held.type, held.date);
end $$;
