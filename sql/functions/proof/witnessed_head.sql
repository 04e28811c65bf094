-- The state of the log to which proofs about its leaves up to one of them lead: the newest that witnesses countersigned and that has the leaf, or else the present one.
create or replace function witnessed_head(leaf bigint)
returns table (size bigint, root bytea)
language sql stable parallel safe
as $$
  select it.size, it.root
  from (
    select cosignatures.size, cosignatures.root, true as is_witnessed
    from cosignatures
    where cosignatures.size > leaf and cosignatures.root = log_subtree(0, cosignatures.size)
    union all
    select head.size, head.root, false
    from log_head() head
  ) it
  order by is_witnessed desc, size desc
  limit 1
$$;
