-- Holds back what a document from a peer would change in rates that the publisher itself sent to this instance: a peer adds, and replaces nothing.
create or replace function check_peer(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  update staged_rates
  set fault = 'peer', reason = format('%s, the stored value, which the publisher sent; this one is known only through %s', compared_with(staged_rates.value, former), loaded.peer)
  from publications loaded, rates
  join publications stored on stored.id = rates.publication_id
  where loaded.id = loaded_publication and not is_own(loaded)
    and rates.source = source_code and (rates.base, rates.quote, rates.type, rates.date) = (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date)
    and is_own(stored) and fresh and staged_rates.reason is null;
end $$;
