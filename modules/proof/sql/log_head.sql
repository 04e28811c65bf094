-- The number of leaves of the log and its root hash.
create or replace function log_head()
returns table (size bigint, root bytea)
language sql stable parallel safe
as $$
  select leaves.size, log_subtree(0, leaves.size)
  from (select coalesce(max(index) + 1, 0) as size from log_nodes where height = 0) leaves
$$;
