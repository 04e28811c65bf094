-- The newest decisions about quarantined rows, by operators and by Ratebook, that were not undone, newest first.
create or replace function decided_quarantine(count integer)
returns table (id bigint, source text, date text, base text, quote text, type text, value text, unit text, status text, decided_by text,
  why text, decided_at timestamptz)
language sql stable
as $$
  select figure.id, source, date, base, quote, type, value, unit, status, decided_by, why, last.decided_at
  from quarantine_decisions last
  join quarantine figure on figure.id = quarantine_id
  where status <> 'pending' and decision <> 'undone'
    and not exists (select from quarantine_decisions later where later.quarantine_id = last.quarantine_id and later.id > last.id)
  order by last.decided_at desc
  limit count
$$;
