-- The habits of a source as text: for each series, and for the common moves of its tables, the number of observations of a feature and its usual range;
-- for all rates and tables together, the number outside their own usual range.
create or replace function describe_habits(source_code text)
returns table (series text, feature text, observed bigint, usual text)
language sql stable
as $$
  with counted as (
    select subject, feature, place::integer - 1 as bin, times,
      sum(times) over (partition by subject, feature) as of_all, sum(times) over (partition by subject, feature order by place) as up_to
    from habits
    cross join lateral unnest(counts) with ordinality it (times, place)
    where source = source_code and times > 0
  ), ranges as (
    select subject, feature, of_all, min(bin) filter (where up_to > tail_share() * of_all) as low, min(bin) filter (where up_to >= (1 - tail_share()) * of_all) as high,
      coalesce(sum(times) filter (where bin > 0), 0) as outside, string_agg(bin::text, ',') as bins
    from counted
    group by subject, feature, of_all
  )
  select case when subject = '' then 'all' when feature = 'shift' then 'tables of ' || subject else subject end, feature, of_all,
    case
      when subject = '' and feature in ('weekday', 'place') then bins
      when subject = '' then format('%s outside', outside)
      when feature = 'digits' then format('%s to %s', low, high)
      when feature = 'spread' then format('%s to %s %%', bin_in_percent(low, true), bin_in_percent(high + 1, true))
      else format('up to %s %%', bin_in_percent(high + 1))
    end
  from ranges
  order by subject, feature
$$;
