-- The events after a place, in their order, of some sources and kinds or of all.
create or replace function events_after(last_place bigint, at_most integer, of_sources text[] default null, of_kinds text[] default null)
returns table (place bigint, source text, kind text, at timestamptz, details json)
language sql stable
as $$
  select place, source, kind, at, details
  from events
  where place > last_place and (of_sources is null or source = any(of_sources)) and (of_kinds is null or kind = any(of_kinds))
  order by place
  limit at_most
$$;
