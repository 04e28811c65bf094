-- The proof that the log's tree of `size` leaves extends an earlier one (PROOF of RFC 6962, section 2.1.2), nodes upwards; empty if the
-- sizes are equal or the earlier tree is empty.
create or replace function log_consistency(earlier bigint, size bigint)
returns bytea[]
language plpgsql stable parallel safe
as $$
declare
  proof bytea[] := '{}';
  start bigint := 0;
  stop bigint := size;
  middle bigint;
begin
  if earlier = 0 then
    return proof;
  end if;
  while earlier < stop loop
    middle := log_split(start, stop);
    if earlier <= middle then
      proof := log_subtree(middle, stop) || proof;
      stop := middle;
    else
      proof := log_subtree(start, middle) || proof;
      start := middle;
    end if;
  end loop;
  return case when start = 0 then proof else log_subtree(start, stop) || proof end; -- the verifier already has the root of the earlier tree
end $$;
