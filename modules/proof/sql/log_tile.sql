-- The first `width` hashes of a tile of the log (C2SP tlog-tiles); level n has the nodes of height 8n. Null if the log has fewer.
create or replace function log_tile(level integer, tile bigint, width integer)
returns bytea
language sql stable parallel safe
as $$
  select string_agg(hash, '' order by index)
  from log_nodes
  where height = level * 8 and index >= tile * 256 and index < tile * 256 + width
  having count(*) = width
$$;
