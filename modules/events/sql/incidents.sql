-- The newest events of kind overdue, newest first.
create or replace function incidents(at_most integer)
returns table (place bigint, source text, name text, kind text, at timestamptz, details json)
language sql stable
as $$
  select place, source, name, events.kind, at, details
  from events
  join sources on code = source
  where events.kind = 'overdue'
  order by place desc
  limit at_most
$$;
