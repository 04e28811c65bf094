-- Holds back rows of a peer's document that would change rates received from the publisher: a peer may only add rates.
create or replace function check_peer(loaded_publication bigint)
returns void
language sql
as $$
  update staged_rates
  set fault = 'peer', reason = format('%s, the stored value, which the publisher sent; this one is known only through %s',
    describe_ratio(staged_rates.value, former), loaded.peer)
  from publications loaded, publications stored
  where loaded.id = loaded_publication and not is_from_publisher(loaded) and stored.id = stored_by and is_from_publisher(stored)
    and fresh and reason is null
$$;
