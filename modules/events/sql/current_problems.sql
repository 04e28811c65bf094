-- What an operator should know now, each with what it is about:
-- * `waiting`: the figures of a table that wait until the publisher prints them again (`about` is its date);
-- * `failing`: the newest run of a daily source failed, and its next table is due (`about` is `due`); of any other source the last two runs
-- failed;
-- * `refused`: rows of a source in quarantine that do not wait to be printed again;
-- * `overdue`: a source without the tables that its rhythm predicts.
-- The first two are urgent; the others can wait for the digest of the day.
create or replace function current_problems(today date)
returns table (source text, name text, kind text, about text, detail text, is_urgent boolean)
language sql stable
as $$
  with quarantined as materialized (
    select source, date, is_doubtful(fault) as waits, count(*) as rows,
      (array_agg(format('%s/%s %s %s', base, quote, type, reason) order by base, quote, type))[1] as first
    from quarantine
    where status = 'pending'
    group by source, date, is_doubtful(fault)
  )
  select source, sources.name, 'waiting', date, format('%s of the table of %s until the publisher prints them again, first %s',
    case when rows = 1 then '1 figure waits' else rows || ' figures wait' end, date, first), true
  from quarantined
  join sources on code = source
  where waits
  union all
  select health.code, name, problem.kind, problem.about, problem.detail, about = 'due'
  from source_health(today) health
  left join rhythms() on rhythms.code = health.code
  left join lateral (select sum(rows) as refused from quarantined where source = health.code and not waits) it_refused on true
  cross join lateral (select closing_days from sources where sources.code = health.code) stated
  cross join lateral (
    select cadence = 'daily' and coalesce(open_days_between(latest_date, today, week, closing_days) > lag, true) as is_due) due
  cross join lateral (
    values ('failing', 'due', is_due and failures > 0, case when failures = 1 then 'a run has failed: ' || last_error
        else format('%s runs have failed, the last: %s', failures, last_error) end),
      ('failing', '', not is_due and failures >= 2, format('%s runs have failed, the last: %s', failures, last_error)),
      ('refused', '', refused > 0, format('%s rows are refused', refused)),
      ('overdue', '', overdue and latest_date is not null, format('the newest table is dated %s, and %s are missed', latest_date, missed))
  ) problem (kind, about, holds, detail)
  where problem.holds
$$;
