-- The states of all active sources for operators (see source_states): the host that could not be reached, when the newest document was
-- published and fetched, the usual time of publication in UTC, and the last ninety days (see source_days).
create or replace function operator_states(today date)
returns table (
  code text, name text, cadence text, latest_date date, stale boolean, overdue boolean, missed integer, last_run timestamptz,
  last_status text,
  rows_new integer, rows_changed integer, rows_unchanged integer, rows_quarantined integer, unreachable text, published_at timestamptz,
  fetched_at timestamptz, publishes text, days text, had integer, without integer, unasked integer)
language sql stable
as $$
  select code, states.name, states.cadence, latest_date, stale, overdue, missed, last_run, last_status,
    rows_new, rows_changed, rows_unchanged, rows_quarantined,
    substring(last_error from ' could not be reached: (\w+)'),
    case when modified ~ '^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$' then modified::timestamptz end, document.fetched_at,
    to_char((latest_date + sources.publishes::time) at time zone timezone at time zone 'UTC', 'HH24:MI'),
    recent.days, coalesce(had, 0), coalesce(without, 0), coalesce(unasked, 0)
  from source_states(today) states
  join sources using (code)
  left join source_days(today) recent using (code)
  left join lateral (
    select publications.fetched_at, response_headers ->> 'last-modified' as modified
    from publications
    where publications.source = code and to_date >= latest_date
    order by archived_at desc
    limit 1
  ) document on true
$$;
