-- True where the database has Citus, and the archived documents are still on one server (see distribute_documents).
create or replace function can_distribute()
returns boolean
language plpgsql stable
as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return false;
  end if;
  return not exists (select from pg_dist_partition where logicalrelid = 'documents'::regclass);
end $$;
