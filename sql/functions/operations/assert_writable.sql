-- Fails unless the database accepts a charge and its disk has room for half a megabyte. On a full disk, an insert alone succeeds as long as
-- it fits into an existing page of the table. The caller must roll it back.
create or replace function assert_writable()
returns void
language plpgsql
set work_mem = '64kB'
as $$
begin
  insert into charges (id, granted) values (gen_random_uuid(), '[]');
  perform count(*) from generate_series(1, 20000); -- PostgreSQL writes data that exceeds work_mem to a temporary file
end $$;
