-- Holds back the rows of series of which little is known (see new_rates), where they are off from an agreeing consensus of other banks by more
-- than a tenth (three banks or more) or by three tenths (two), and where the source fixes its rates for a month or longer by more than a third.
-- A price with another one of its pair beside it that is off by less than half as much as allowed may be twice as far off: that is its margin.
-- A figure stands for all that it may have been rounded from, half of its last digit to either side (see least_off).
-- The first, the last and one other day of a series are asked for; where one of them is off, every day.
create or replace function check_new_series(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  is_frequent boolean;
begin
  select cadence in ('daily', 'weekly') into is_frequent from sources where code = source_code;

  with unknown as materialized (
    select base, quote, type, date, value::float8 as value, 0.5 * 10.0::float8 ^ -scale(value) as rounding from new_rates(source_code)
  ), sampled as materialized (
    select distinct base, quote, type, unnest(array[min(date), (array_agg(date))[(count(*) + 1) / 2], max(date)]) as date
    from unknown
    group by base, quote, type
  ), compared as materialized ( -- asked of the other banks once, not for each staged row
    select unknown.*, median, banks, least_off(value, rounding, median) > allowed_off_consensus(banks, is_frequent) as is_off
    from sampled
    join unknown using (base, quote, type, date)
    cross join lateral consensus_of(source_code, base, quote, date)
  ), doubted as (
    select base, quote, type from compared where is_off
  ), off as materialized (
    select unknown.base, unknown.quote, unknown.type, unknown.date, unknown.value, rounding, median, banks, allowed
    from unknown
    join (select distinct * from doubted) doubted using (base, quote, type)
    cross join lateral consensus_of(source_code, base, quote, date)
    cross join lateral allowed_off_consensus(banks, is_frequent) allowed
    where least_off(value, rounding, median) > allowed
  ), margins as (
    select distinct off.base, off.quote, off.type, off.date
    from off
    join unknown beside using (base, quote, date)
    where beside.type <> off.type and least_off(beside.value, beside.rounding, median) <= allowed / 2 and least_off(off.value, off.rounding, median) <= 2 * allowed
  ), judged as (
    select off.*
    from off
    left join margins using (base, quote, type, date)
    where margins.type is null
  )
  update staged_rates
  set fault = 'level', reason = format('starts a series: %s, the median of %s other banks', compared_with(staged_rates.value, round_significant(median::numeric, 6)), banks) || case
      when judged.value * median between 0.8 and 1.25 and judged.value / median not between 0.2 and 5 then ', and close to its inverse'
      else '; ' || limit_in_words(allowed) end
  from judged
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (judged.base, judged.quote, judged.type, judged.date);
end $$;
