-- The hash of the tree over the leaves of the log from `start` up to but not including `stop` (MTH of RFC 6962, section 2.1). `start` must
-- be a multiple of a power of two not less than the number of leaves, as in every split of the log's tree. Null if a leaf is missing.
create or replace function log_subtree(start bigint, stop bigint)
returns bytea
language plpgsql stable parallel safe
as $$
declare
  power integer := 0;
begin
  if stop = start then
    return sha256('');
  end if;
  while start + (2::bigint << power) <= stop loop
    power := power + 1;
  end loop;
  if start + (1::bigint << power) = stop then
    return (select hash from log_nodes where height = power and index = start >> power);
  end if;
  return sha256('\x01'::bytea || log_subtree(start, start + (1::bigint << power)) || log_subtree(start + (1::bigint << power), stop));
end $$;
