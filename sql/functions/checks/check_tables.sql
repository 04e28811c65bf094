-- Holds back new tables with a feature rarer than rarity_threshold, or two rarer than joint_rarity_threshold (see observe_tables): a copy of an earlier
-- table, or a weekday or a place in the month that is new to the source and not in its schedule.
create or replace function check_tables(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  weekday_prior constant float8 := 0.001;
  place_prior constant float8 := 0.01;
  threshold constant float8 := rarity_threshold();
  joint_threshold constant float8 := joint_rarity_threshold();
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
      smoothed_share(
        coalesce((select sum(times) from tally where feature = 'copy' and bin >= copy), 0),
        coalesce((select max(known) from tally where feature = 'copy'), 0),
        prior_tail('copy', copy)) as rarity
    from observed_tables
    where copy > 0
    union all
    select date, feature, null, times - 1, known - 1, (times - 1 + case feature when 'weekday' then weekday_prior else place_prior end) / known
    from observed_tables
    cross join lateral (values ('weekday', weekday), ('place', place)) it (feature, bin)
    join tally using (feature, bin)
    where feature = 'place' or weekday - 1 <> all(weekdays)
  ), unusual as (
    select distinct on (date) date, feature, detail, equal, rates
    from (select *, min(rarity) over (partition by date) as least_rarity, count(*) over (partition by date) as features from rarities where rarity < joint_threshold) it
    where least_rarity < threshold or features >= 2
    order by date, rarity, feature
  )
  update staged_rates
  set fault = 'date', reason = case unusual.feature
    when 'copy' then format('is in a table that repeats %s of its %s values from %s', equal, rates, detail)
    when 'weekday' then format('is dated a %s, as %s of %s other tables are', trim(to_char(unusual.date, 'Day')), equal, rates)
    else format('is dated the %s of a month, as %s of %s other tables are', trim(to_char(unusual.date, 'DDth')), equal, rates) end
  from unusual
  where staged_rates.date = unusual.date and fresh and former is null and staged_rates.reason is null;
end $$;
