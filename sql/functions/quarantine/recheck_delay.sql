-- The milliseconds until a source is queried again for its doubtful rows: half an hour after the publisher printed one, because it may
-- print a correction soon, and twelve hours after it, because an unchanged print then confirms the row. Null if no row waits for either.
create or replace function recheck_delay(source_code text)
returns float8
language sql stable
as $$
  select 1000 * extract(epoch from min(at - service_now()))
  from quarantine
  cross join lateral (values (said_at + interval '30 minutes'),
    (said_at + make_interval(hours => setting('said_hours')::integer, mins => 5))) due (at)
  where source = source_code and status = 'pending' and is_doubtful(fault) and at > service_now()
$$;
