-- Holds back new tables of which a feature is rarer than the bound (see rarest and observe_tables), or two rarer than its root: what they repeat of an
-- earlier table, or a weekday or a place in the month that the source never had and its schedule does not expect.
create or replace function check_tables(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  weekdays integer[] := (select scheduled_weekdays(schedule) from sources where code = source_code);
begin
  perform observe_tables(source_code, loaded_publication);
  with tally as materialized (
    select feature, bin, sum(times) as times, sum(sum(times)) over (partition by feature) as known
    from (
      select feature, place - 1 as bin, times
      from habits
      cross join lateral unnest(counts) with ordinality it (times, place)
      where source = source_code and subject = '' and times > 0
      union all
      select feature, bin, 1 from observed_tables cross join lateral (values ('weekday', weekday), ('place', place)) it (feature, bin) where bin is not null
    ) it
    group by feature, bin
  ), rarities as materialized (
    select date, 'copy' as feature, copied || case when is_gone then ', which is missing from this document' else '' end as detail, equal, rates,
      (coalesce((select sum(times) from tally where feature = 'copy' and bin >= copy), 0) + 50 * usual_tail('copy', copy)) / (coalesce((select max(known) from tally where feature = 'copy'), 0) + 50) as rarity
    from observed_tables
    where copy > 0
    union all
    select date, feature, null, times - 1, known - 1, (times - 1 + case feature when 'weekday' then 0.001 else 0.01 end) / known
    from observed_tables
    cross join lateral (values ('weekday', weekday), ('place', place)) it (feature, bin)
    join tally using (feature, bin)
    where feature = 'place' or weekday - 1 <> all(weekdays)
  ), judged as (
    select date, (array_agg(feature order by rarity))[1] as feature, (array_agg(detail order by rarity))[1] as detail, (array_agg(equal order by rarity))[1] as equal, (array_agg(rates order by rarity))[1] as rates
    from rarities
    where rarity < sqrt(rarest())
    group by date
    having min(rarity) < rarest() or count(*) >= 2
  )
  update staged_rates
  set fault = 'date', reason = case judged.feature
    when 'copy' then format('is in a table that repeats %s of its %s values from %s', equal, rates, detail)
    when 'weekday' then format('is dated a %s, as %s of %s other tables are', trim(to_char(judged.date, 'Day')), equal, rates)
    else format('is dated the %s of a month, as %s of %s other tables are', trim(to_char(judged.date, 'DDth')), equal, rates) end
  from judged
  where staged_rates.date = judged.date and fresh and former is null and staged_rates.reason is null;
end $$;
