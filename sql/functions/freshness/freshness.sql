-- Every active source, or one, with the date of its newest table. `stale`: that date is more than stale_days() ago. `overdue`: it is longer
-- ago than the source's rhythm explains (see rhythms); a closed series is never overdue. A source without a table is both. `missed`: the
-- number of tables expected since then; 0 if the source is not overdue, null without a table.
create or replace function freshness(today date, source_code text default null)
returns table (code text, latest_date date, stale boolean, overdue boolean, missed integer)
language sql stable parallel safe
as $$
  select sources.code, latest_date, coalesce(latest_date < today - stale_days(), true), ended is null
    and coalesce(late.days > allowed, true),
    case when ended is null and late.days > allowed then greatest(1, (late.days - lag - longest + usual) / (usual + 1))
      when late.days is not null then 0 end
  from sources
  left join coverage on source = sources.code
  left join rhythms(source_code) it on it.code = sources.code
  cross join lateral (select days_between(latest_date, today, week) as days) late
  where active and (source_code is null or sources.code = source_code)
$$;
