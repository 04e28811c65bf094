-- Every active source, or one, with the date of its newest table. `stale`: that date is more than stale_days() ago. `overdue`: it is longer
-- ago than the source's rhythm explains (see rhythms); a closed series is never overdue. A source without a table is both. `missed`: the
-- number of tables missed since then in the last ninety days (see missed_tables), at least one; 0 if the source is not overdue, null
-- without a table.
create or replace function freshness(today date, source_code text default null)
returns table (code text, latest_date date, stale boolean, overdue boolean, missed integer)
language sql stable parallel safe
as $$
  with states as materialized (
    select sources.code, latest_date,
      ended is null and coalesce(open_days_between(latest_date, today, week, closing_days) > allowed, true) as overdue
    from sources
    left join coverage on source = sources.code
    left join rhythms(source_code) rhythm on rhythm.code = sources.code
    where active and (source_code is null or sources.code = source_code)
  )
  select code, latest_date, coalesce(latest_date < today - stale_days(), true), overdue,
    case when latest_date is not null then case when overdue then greatest(1, missed) else 0 end end
  from states
  left join missed_tables((select array_agg(code) from states where overdue and latest_date is not null), today) own using (code)
$$;
