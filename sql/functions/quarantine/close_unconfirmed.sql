-- Closes the doubtful rows of a source that its publisher printed thirty days ago and has not printed again. They are not loaded.
create or replace function close_unconfirmed(source_code text)
returns void
language sql
as $$
  with closed as (
    update quarantine
    set status = 'unsaid', decided_at = service_now()
    where source = source_code and status = 'pending' and is_doubtful(fault)
      and said_at < service_now() - make_interval(days => setting('recent_days')::integer)
    returning id
  )
  insert into quarantine_decisions (quarantine_id, decision, decided_by, why)
  select id, 'unsaid', 'ratebook', format('the publisher did not print it again in %s days', setting('recent_days'))
  from closed
$$;
