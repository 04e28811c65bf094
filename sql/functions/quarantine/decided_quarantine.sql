-- The newest operator decisions about quarantined rows that were not undone, newest first.
create or replace function decided_quarantine(count integer)
returns table (id bigint, source text, date text, base text, quote text, type text, value text, unit text, status text, decided_by text, why text, decided_at timestamptz)
language sql stable
as $$
  select it.id, source, date, base, quote, type, value, unit, status, decided_by, why, last.decided_at
  from quarantine it
  cross join lateral (select * from quarantine_decisions where quarantine_id = it.id order by id desc limit 1) last
  where status <> 'pending' and decision <> 'undone'
  order by last.decided_at desc
  limit count
$$;
