-- The state of the log to which proofs of leaves up to `leaf` lead: the newest one with that leaf that witnesses countersigned, else the current
-- one.
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
