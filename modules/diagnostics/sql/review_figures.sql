-- The published rates of a window, of one source or of all, that differ from `expected` by more than the spread of their currencies
-- explains. `expected` is the cross of the other sources' medians per US dollar; if no other source has one of the two currencies, the
-- source's own dollar rate replaces it. stage_levels must have staged the window and a month around it.
-- A rate is listed if it is more than 5 % away (15 % for a source that fixes rates for a month or longer) and more than six times the
-- spread of its currencies, each plus half a unit of its last digit. `finding` is the first explanation that holds:
-- * `reciprocal`, `power_of_ten`, `gram`: the inverse, a misplaced decimal mark or unit, or a metal per gram; a person has to correct
--   these;
-- * `several_rates`: the others differ by more than 2.5 %, or another rate of the source for the pair agrees with them: an economy with
--   several rates;
-- * `side`: a buying or selling rate with a wide margin;
-- * `moved`: the others had this rate within a month of the day;
-- * `one_other`: only one other source has the pair, and either may be wrong;
-- * `far`: the others agree, and no explanation holds.
create or replace function review_figures(from_date date, to_date date, source_code text default null)
returns table (
  source text, base text, quote text, type text, date date, value numeric, expected numeric, factor numeric, others integer, finding text,
  publication_id bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  daily_bound constant float8 := ln(1.05);
  period_bound constant float8 := ln(1.15);
  spread_factor constant integer := 6;
  precision constant float8 := ln(1.1); -- with which a wrong factor is recognised
  reciprocal_distance constant float8 := ln(1.5);
  troy_ounce constant float8 := 31.1034768; -- grams
  metals constant text[] := '{XAU,XAG,XPT,XPD}';
  consensus_spread constant float8 := 0.025;
  side_distance constant float8 := ln(1.35);
  moved_days constant integer := 31;
begin
  return query
  with compared as (
    select rates.*, ln(rates.value::float8) as level, quote_side.level - base_side.level as expected_level,
      least(base_side.others, quote_side.others) as others, base_side.spread + quote_side.spread as spread,
      greatest(case when cadence in ('daily', 'weekly') then daily_bound
        else period_bound end, spread_factor * (base_side.spread + quote_side.spread))
        + ln(1 + 0.5 * 10::float8 ^ -scale(rates.value) / rates.value::float8) as bound
    from rates
    join sources on code = rates.source and active and kind <> 'composite'
    left join staged_levels bases on bases.day = rates.date and bases.currency = rates.base
    left join staged_levels quotes on quotes.day = rates.date and quotes.currency = rates.quote
    left join lateral leave_one_out_median(bases.levels, array_position(bases.sources, rates.source)) base_others on true
    left join lateral leave_one_out_median(quotes.levels, array_position(quotes.sources, rates.source)) quote_others on true
    cross join lateral (
      select case when rates.base = 'USD' then 0 when base_others.others > 0 then base_others.median when quote_others.others > 0
        then bases.levels[1] end as level,
        coalesce(base_others.spread, 0) as spread, base_others.others
    ) base_side
    cross join lateral (
      select case when rates.quote = 'USD' then 0 when quote_others.others > 0 then quote_others.median when base_others.others > 0
        then quotes.levels[1] end as level,
        coalesce(quote_others.spread, 0) as spread, quote_others.others
    ) quote_side
    where rates.date between from_date and to_date and (source_code is null or rates.source = source_code)
  ), off as materialized (
    select *, level - expected_level as distance
    from compared
    where abs(level - expected_level) > bound
  )
  select source, base, quote, type, date, value,
    round_significant(exp(expected_level)::numeric, 6), round_significant(exp(distance)::numeric, 5), others,
    case
      when abs(level + expected_level) <= precision and abs(distance) > reciprocal_distance then 'reciprocal'
      when round(distance / ln(10)) <> 0 and abs(distance - ln(10) * round(distance / ln(10))) <= precision then 'power_of_ten'
      when abs(abs(distance) - ln(troy_ounce)) <= precision and array[base, quote] && metals then 'gram'
      when spread > consensus_spread then 'several_rates'
      when abs(distance) <= side_distance and type ~ '(^|_)(buy|sell|bid|ask|high|low)$' then 'side'
      when exists (
        select from rates sibling
        where sibling.source = off.source and sibling.base = off.base and sibling.quote = off.quote and sibling.date = off.date
          and abs(ln(sibling.value::float8) - expected_level) <= bound
      ) then 'several_rates'
      when exists (
        select
        from generate_series(off.date - moved_days, off.date + moved_days, '1 day') near
        left join staged_levels bases on bases.day = near::date and bases.currency = off.base
        left join staged_levels quotes on quotes.day = near::date and quotes.currency = off.quote
        left join lateral leave_one_out_median(bases.levels, array_position(bases.sources, off.source)) base_others on true
        left join lateral leave_one_out_median(quotes.levels, array_position(quotes.sources, off.source)) quote_others on true
        where abs(level - (case when quote = 'USD' then 0 else quote_others.median end - case when base = 'USD' then 0
          else base_others.median end)) <= bound
      ) then 'moved'
      when others = 1 then 'one_other'
      else 'far'
    end,
    publication_id
  from off;
end $$;
