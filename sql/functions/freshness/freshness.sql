-- Every active source, or one, with the date of its newest table. It is stale when that is more than thirty days ago, and overdue when it
-- is longer ago than its own rhythm explains (see rhythms); without a table it is both. `missed` is the number of tables that its rhythm
-- would have brought since then: 0 where it is not overdue, null without a table. A closed series is never overdue.
create or replace function freshness(today date, source_code text default null)
returns table (code text, latest_date date, stale boolean, overdue boolean, missed integer)
language sql stable parallel safe
as $$
  select sources.code, latest_date, coalesce(latest_date < today - stale_days(), true), ended is null and coalesce(late.days > late.allowed, true),
    case when ended is null and late.days > late.allowed then greatest(1, (late.days - lag - longest + usual) / (usual + 1)) when late.days is not null then 0 end
  from sources
  left join coverage on source = sources.code
  left join rhythms(source_code) it on it.code = sources.code
  cross join lateral (
    select days_between(latest_date, today, week) as days, greatest(longest, period - 1) + lag + leeway as allowed
  ) late
  where active and (source_code is null or sources.code = source_code)
$$;
