-- Holds back new values that stand to the other rates of their currency in the same table as they never do (see gaps_in_tables): a sell below its
-- buy, a middle outside of both, a price in dollars that the price of the dollar contradicts. It takes ten other tables to say so, and more than
-- 0.5 % where the other currencies of the table show what is usual, otherwise 2 %. With fewer tables two prices of a pair may be a factor of two
-- apart, or more if the table's other currencies are, or the days before. Where nothing shows what is usual, two prices of a pair have to agree.
-- Of three columns or more the one that disagrees with most of the others is held; of two columns both are, since either may be wrong.
-- A gap that is held back for the third day in a row is a new habit: it is let in.
create or replace function check_gaps(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  with measured as (
    select it.*, limit_off, abs(off) > limit_off as is_off
    from gaps_in_tables(source_code) it
    cross join lateral (select case when days >= 10 then greatest(3 * spread, rounding, case when is_centred then ln(1.005) else ln(1.02) end)
      else ln(2) + 3 * spread + rounding end as limit_off) own
    where days is not null
  ), compared as materialized (
    select *, is_off and (days > 0 or is_centred or not bool_and(is_off) over (partition by base, quote, date)) as is_odd
    from measured
  ), odd as (
    select base, quote, type, date, count(*) filter (where is_odd) as odd, count(*) as compared
    from compared
    group by base, quote, type, date
    having 2 * count(*) filter (where is_odd) > count(*)
  )
  update staged_rates
  set fault = 'gap', reason = it.reason
  from (
    select distinct on (base, quote, type, date) base, quote, type, date,
      format('%s, which %s implies; %s', compared_with(value, round_significant(expected::numeric, 6)), beside, limit_in_words(limit_off)) ||
        case when days > 0 then format(', learnt from %s other tables', days) else '' end as reason
    from odd
    join compared using (base, quote, type, date)
    join staged_rates using (base, quote, type, date)
    where is_odd
    order by base, quote, type, date, abs(off) / limit_off desc, beside
  ) it
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (it.base, it.quote, it.type, it.date)
    and former is null and staged_rates.reason is null
    and 2 > (
      select count(distinct date)
      from quarantine
      where status = 'pending' and source = source_code and fault = 'gap'
        and (base, quote, type) = (staged_rates.base, staged_rates.quote, staged_rates.type)
        and date::date between staged_rates.date - 31 and staged_rates.date - 1
    );
end $$;
