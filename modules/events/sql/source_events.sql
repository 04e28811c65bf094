-- The newest events of a source, newest first.
create or replace function source_events(source_code text, at_most integer)
returns table (place bigint, source text, kind text, at timestamptz, details json)
language sql stable
as $$
  select place, source, kind, at, details
  from events
  where source = source_code
  order by place desc
  limit at_most
$$;
