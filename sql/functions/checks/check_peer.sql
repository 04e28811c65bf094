-- Holds back what a document from a peer would change in rates that the publisher itself sent to this instance: a peer adds, and replaces nothing.
create or replace function check_peer(loaded_publication bigint)
returns void
language sql
as $$
  update staged_rates
  set fault = 'peer', reason = format('%s, the stored value, which the publisher sent; this one is known only through %s', compared_with(staged_rates.value, former), loaded.peer)
  from publications loaded, publications stored
  where loaded.id = loaded_publication and not is_from_publisher(loaded) and stored.id = stored_by and is_from_publisher(stored)
    and fresh and reason is null
$$;
