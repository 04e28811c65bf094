-- Changes of rates that the publisher itself sent, in a document of a peer, which may only add rates.
create or replace function rule_peer()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('%s, the stored value, which the publisher sent; this one is known only through %s',
    describe_ratio(value, former), loaded.peer)
  from measured_document
  join publications loaded on loaded.id = measured_document.publication and not is_from_publisher(loaded)
  join staged_rates on fresh
  join publications stored on stored.id = stored_by and is_from_publisher(stored)
$$;
