-- Records a checkpoint of another instance's log as the newest one that this service countersigned, in place of the one with `old_size` and
-- `old_root` (null if there is none). Returns false, without a change, if another request replaced that one first.
create or replace function witness_log(log text, old_size bigint, old_root bytea, new_size bigint, new_root bytea, note text)
returns boolean
language sql
as $$
  with recorded as (
    insert into witnessed_logs as it (origin, size, root, checkpoint)
    values (log, new_size, new_root, note)
    on conflict (origin) do update set size = new_size, root = new_root, checkpoint = note, cosigned_at = now()
    where it.size = old_size and it.root = old_root
    returning origin
  )
  select exists (select from recorded)
$$;
