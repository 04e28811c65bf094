-- Creates the temporary table staged_levels: for every day of a window and every currency the natural logarithms of the dollar rates in
-- ascending order, and their sources in the same order. Each source contributes its newest value on or before the day, within its lifetime
-- (see dollar_rates). Sources that fix rates for a month or longer count only if there are fewer than three others.
create or replace function stage_levels(from_date date, to_date date)
returns void
language plpgsql
as $$
begin
  create temporary table if not exists staged_levels (
    day date, currency text collate "C", levels float8[], sources text[], primary key (day, currency)
  ) on commit drop;

  insert into staged_levels
  with published as (
    select source, currency, date, ln(rate::float8) as level, is_current, lifetime,
      coalesce(lead(date) over (partition by source, currency order by date), '9999-12-31') as next_date
    from dollar_rates(from_date, to_date)
  ), contributions as (
    select date + days as day, currency, source, level, is_current,
      count(*) filter (where is_current) over (partition by date + days, currency) as current
    from published
    cross join lateral generate_series(0, least(next_date - date - 1, lifetime)) days
    where date + days between from_date and to_date
  )
  select day, currency, array_agg(level order by level, source), array_agg(source order by level, source)
  from contributions
  where is_current or current < 3
  group by day, currency;
  analyze staged_levels;
end $$;
