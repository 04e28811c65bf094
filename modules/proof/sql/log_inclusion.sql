-- The proof that a leaf is in the log's tree of `size` leaves (PATH of RFC 6962, section 2.1.1), nodes upwards from the leaf.
create or replace function log_inclusion(leaf bigint, size bigint)
returns bytea[]
language plpgsql stable parallel safe
as $$
declare
  proof bytea[] := '{}';
  start bigint := 0;
  stop bigint := size;
  middle bigint;
begin
  while stop - start > 1 loop
    middle := log_split(start, stop);
    if leaf < middle then
      proof := log_subtree(middle, stop) || proof;
      stop := middle;
    else
      proof := log_subtree(start, middle) || proof;
      start := middle;
    end if;
  end loop;
  return proof;
end $$;
