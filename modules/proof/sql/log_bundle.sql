-- The first `width` entries of a bundle of the log (C2SP tlog-tiles), each prefixed with its length in two bytes. Null if the log has
-- fewer.
create or replace function log_bundle(bundle bigint, width integer)
returns bytea
language sql stable parallel safe
as $$
  select string_agg(substring(int4send(octet_length(entry)) from 3) || convert_to(entry, 'UTF8'), '' order by index)
  from log_nodes
  join log_entries on id = entry_id
  where height = 0 and index >= bundle * 256 and index < bundle * 256 + width
  having count(*) = width
$$;
