-- Makes the temporary table that a review reads: for every day of a window and every currency what the sources gave for one US dollar, as
-- natural logarithms in ascending order, and in the same order the sources. Of each source the newest value on or before the day counts that
-- is still good (see dollar_rates). Values of sources that fix a rate for a month or longer count only where fewer than three others are there.
create or replace function stage_levels(from_date date, to_date date)
returns void
language plpgsql
as $$
begin
  create temporary table if not exists staged_levels (
    day date, currency text collate "C", levels float8[], sources text[], primary key (day, currency)
  ) on commit drop;

  insert into staged_levels
  with held as (
    select source, currency, date, ln(rate::float8) as level, is_current, lifetime,
      coalesce(lead(date) over (partition by source, currency order by date), '9999-12-31') as next_date
    from dollar_rates(from_date, to_date)
  ), given as (
    select date + days as day, currency, source, level, is_current,
      count(*) filter (where is_current) over (partition by date + days, currency) as current
    from held
    cross join lateral generate_series(0, least(next_date - date - 1, lifetime)) days
    where date + days between from_date and to_date
  )
  select day, currency, array_agg(level order by level, source), array_agg(source order by level, source)
  from given
  where is_current or current < 3
  group by day, currency;
  analyze staged_levels;
end $$;
