-- The milliseconds until a source should be requested again for its doubtful rows: half an hour after the publisher printed one, because a
-- correction may follow, or twelve hours after it, when an unchanged print confirms it. Null if no row waits for either.
create or replace function next_asking(source_code text)
returns float8
language sql stable
as $$
  select 1000 * extract(epoch from min(at - service_now()))
  from quarantine
  cross join lateral (values (said_at + interval '30 minutes'),
    (said_at + make_interval(hours => setting('said_hours')::integer, mins => 5))) it (at)
  where source = source_code and status = 'pending' and is_doubtful(fault) and at > service_now()
$$;
