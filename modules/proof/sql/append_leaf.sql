-- Appends an entry to the log as its next leaf and stores the completed nodes above it (RFC 6962, section 2.1). Holds a lock until the
-- commit, so that indices are unique and without gaps.
create or replace function append_leaf(entry_id bigint, entry text)
returns void
language plpgsql
as $$
#variable_conflict use_variable
declare
  height smallint := 0;
  place bigint;
  node bytea := sha256('\x00'::bytea || convert_to(entry, 'UTF8'));
begin
  perform pg_advisory_xact_lock(hashtext('log'), 0);
  select coalesce(max(stored.index) + 1, 0) into place from log_nodes stored where stored.height = 0;
  insert into log_nodes (height, index, hash, entry_id) values (height, place, node, entry_id);
  while place % 2 = 1 loop
    select sha256('\x01'::bytea || stored.hash || node) into strict node from log_nodes stored
    where stored.height = height and stored.index = place - 1;
    height := height + 1;
    place := place / 2;
    insert into log_nodes (height, index, hash) values (height, place, node);
  end loop;
end $$;
