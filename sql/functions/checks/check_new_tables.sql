-- Holds back the rows of new series (see new_rates) that stand out of their table (see new_tables): whose table agrees only upside down, or that are
-- further off what the levels of their two currencies imply than a limit.
-- * It is a factor of two where three banks or more know both levels. Where fewer do, only a power of ten, the inverse and what is off by more than a
--   factor of a hundred are held back: some currencies have several official rates, which differ by more than a factor of two.
-- * It is three tenths where the table is close to its home currency's level, and five banks to the other one.
-- * It is 5 % where that level and those of five rates of the table are fresh, eight times what the table's rates and the banks are apart, and the
--   rounding: of 3,100 true rates that are the only price of their pair, in such tables, none was further off. Where a pair has several
--   prices, they may have wide margins.
-- Other rates are held because they are what another currency's should be, as they are or as they are printed:
-- * two of which each is what the other should be, from 1.5 % on: of 8,700 true rates in tables, none were so;
-- * beside one that is held, what that one should be, unless it is what it should be itself.
-- What is on the level of one that is held is held back with it.
create or replace function check_new_tables(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  with compared as materialized (
    select *, exp(level - side * off) as expected, scatter > ln(1.5) and inverse_scatter <= 0.1 as is_inverted, rounding + greatest(0.005, 3 * scatter) as tolerance
    from new_tables(source_code)
    cross join lateral (
      select case
        when is_fresh and is_only_price and (is_own and fresh_rates >= 5 and scatter <= 0.02 or is_shifted) then greatest(ln(1.05), 8 * scatter, 8 * spread) + rounding
        when abs(inverse_off) <= 0.02 then ln(1.2)
        when (is_fresh or banks >= 5 and spread <= 0.02) and is_home_close then least(ln(2), ln(1.3) + rounding)
        else ln(2) end as limit_off
    ) own
  ), standing_out as materialized (
    select *
    from compared
    where is_inverted
      or abs(off) > limit_off and (least(banks, home_banks) >= 3 or is_power_of_ten(exp(off)) or abs(inverse_off) <= 0.1 or abs(off) > ln(100))
  ), fitting as materialized ( -- a rate that is not what it should be, and another one that should be so, as it is or as it is printed
    select one.*, other.base as other_base, other.quote as other_quote, other.currency as fits
    from compared one
    join compared other using (date, type, home)
    cross join lateral (select other.other_level + one.side * one.level - one.home_level as off_other) it
    where one.is_own and one.currency <> other.currency and (abs(one.off) <= greatest(0.01, 3 * one.tolerance)) is not true
      and least(abs(off_other), abs(off_other + one.side * (one.per - other.per))) <= one.tolerance
  ), judged as (
    select base, quote, type, date, level, off, expected, is_inverted, limit_off, null as fits
    from standing_out
    union all
    select one.base, one.quote, type, date, one.level, one.off, one.expected, false, null, one.fits
    from fitting one
    where exists (select from fitting other where (other.base, other.quote, other.type, other.date, other.other_base, other.other_quote) = (one.other_base, one.other_quote, one.type, one.date, one.base, one.quote))
      or exists (select from standing_out other where (other.base, other.quote, other.type, other.date) = (one.other_base, one.other_quote, one.type, one.date))
  ), held as (
    select distinct on (base, quote, type, unknown.date) base, quote, type, unknown.date, judged.date as since, expected, is_inverted, limit_off, fits
    from judged
    join new_rates(source_code) unknown using (base, quote, type)
    where unknown.date = judged.date or abs(ln(unknown.value) - level) < least(ln(1.2), abs(off) / 2)
    order by base, quote, type, unknown.date, abs(unknown.date - judged.date), limit_off
  )
  update staged_rates
  set fault = 'level', reason = case
    when staged_rates.date <> since then format('continues the level of %s, which is held', since)
    when is_inverted then 'starts a series in a table whose rates agree with one another only upside down'
    when limit_off is null then format('starts a series: %s is what the other banks imply for %s', staged_rates.value, fits)
    else format('starts a series: %s, which the other banks imply; %s', compared_with(staged_rates.value, round_significant(expected::numeric, 6)), limit_in_words(limit_off)) end
  from held
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (held.base, held.quote, held.type, held.date);
end $$;
