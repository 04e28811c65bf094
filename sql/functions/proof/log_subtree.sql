-- The hash of the tree over the leaves of the log from one index on and before another (MTH of RFC 6962, section 2.1). The first has to be a
-- multiple of a power of two that is not less than their number, as it is wherever the tree of the log is split. Null where a leaf is missing.
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
