-- The range of dates from which a word of rules/rule.ts selects a rate for a date D; null bounds for an unknown word or a missing period.
-- `is_newest`: it takes the newest date, else the oldest. `skipped`: the number of newest tables to skip. `step`: the interval in days,
-- counted from the first date, between eligible dates (0: every day). `is_average`: it takes the mean of all rates. `year_starts` is the
-- first day of the tax year as MM-DD; `cadence` is the publisher's.
create or replace function day_bounds(word text, d date, year_starts text, cadence text, period_from date, period_to date)
returns table (from_date date, to_date date, is_newest boolean, skipped integer, step integer, is_average boolean)
language sql immutable parallel safe
as $$
  select
    case
      when word in ('same_day', 'next_published_on_or_after') then d
      when word in ('day_after', 'next_published_after') then d + 1
      when word = 'previous_week' then d - extract(isodow from d)::integer - 6
      when word in ('month_of', 'month_first', 'computed_average_of_month') or word = 'published_average'
        and cadence not in ('quarterly', 'yearly') then month
      when word = 'quarter_first' or word = 'published_average' and cadence = 'quarterly' then quarter
      when word in ('year_of', 'year_first', 'computed_average_of_year', 'published_average') then year
      when word in ('previous_month', 'previous_month_first') then former_month
      when word = 'computed_average_of_december_before' then october + 61
      when word = 'on_2017_12_05' then '2017-12-05'
      when word in ('previous_month_third_wednesday_or_next', 'previous_month_third_wednesday_or_fourth') then third_wednesday
      when word = 'first_published_in_october_before' then october
      when word = 'computed_average_of_period' then period_from
      else '-infinity'
    end,
    case
      when word in ('same_day', 'last_published_on_or_before', 'table_before_latest', 'in_force', 'period_end') then d
      when word in ('last_published_before', 'second_last_published_before') then d - 1
      when word = 'day_after' then d + 1
      when word in ('next_published_on_or_after', 'next_published_after', 'previous_month_third_wednesday_or_next') then 'infinity'
      when word in ('previous_week', 'previous_week_end', 'previous_week_table_before_latest') then d - extract(isodow from d)::integer
      when word = 'previous_week_thursday' then d - extract(isodow from d)::integer - 3
      when word = 'monday_before' then d - 1 - (extract(isodow from d)::integer + 5) % 7
      when word in ('month_of', 'month_first', 'month_end', 'computed_average_of_month') or word = 'published_average'
        and cadence not in ('quarterly', 'yearly') then next_month - 1
      when word = 'quarter_first' or word = 'published_average' and cadence = 'quarterly' then (quarter + interval '3 months')::date - 1
      when word in ('year_of', 'year_end', 'year_first', 'computed_average_of_year', 'published_average')
        then (year + interval '1 year')::date - 1
      when word in ('previous_month', 'previous_month_first', 'month_end_before') then month - 1
      when word = 'month_end_before_sixth' then date_trunc('month', (d - 5)::timestamp)::date - 1
      when word = 'nearest_month_end' then case when d - (month - 1) <= next_month - 1 - d then month - 1 else next_month - 1 end
      when word = 'year_end_before' then year - 1
      when word = 'september_end_before' then october - 1
      when word = 'first_of_month' then month
      when word = 'before_day_15' then month + 13
      when word = 'day_15' then month + 14
      when word = 'previous_month_day_15' then former_month + 14
      when word = 'previous_month_penultimate_wednesday' then month - 8 - (extract(isodow from month - 1)::integer + 4) % 7
      when word = 'previous_month_third_wednesday_or_fourth' then third_wednesday + 7
      when word = 'previous_month_before_second_last_day' then month - 3
      when word in ('first_published_in_october_before', 'computed_average_of_december_before') then october + 91
      when word = 'on_2017_12_05' then '2017-12-05'
      when word = 'computed_average_of_period' then period_to
    end,
    word not in ('next_published_on_or_after', 'next_published_after', 'month_first', 'previous_month_first', 'quarter_first', 'year_first',
      'previous_month_third_wednesday_or_next',
      'previous_month_third_wednesday_or_fourth', 'first_published_in_october_before'),
    case when word in ('second_last_published_before', 'table_before_latest', 'previous_week_table_before_latest') then 1 else 0 end,
    case when word = 'previous_month_third_wednesday_or_fourth' then 7 else 0 end,
    word in ('computed_average_of_period', 'computed_average_of_month', 'computed_average_of_year',
      'computed_average_of_december_before')
  from (
    select month, former_month, year, (month + interval '1 month')::date as next_month,
      date_trunc('quarter', d::timestamp)::date as quarter,
      former_month + (10 - extract(isodow from former_month)::integer) % 7 + 14 as third_wednesday,
      make_date(extract(year from d)::integer - 1, 10, 1) as october
    from (
      select this_month as month, (this_month - interval '1 month')::date as former_month,
        (this_year - case when this_year > d then interval '1 year' else interval '0' end)::date as year
      from (
        select date_trunc('month', d::timestamp)::date as this_month,
          make_date(extract(year from d)::integer, left(year_starts, 2)::integer, right(year_starts, 2)::integer) as this_year
      ) began
    ) months
  ) calendar
$$;
