-- Fails unless the database accepts a charge and its disk has room for half a megabyte. An insert alone succeeds on a full disk as long as
-- it fits into a page that the table already has. To be rolled back by the caller.
create or replace function assert_writable()
returns void
language plpgsql
set work_mem = '64kB'
as $$
begin
  insert into charges (id, granted) values (gen_random_uuid(), '[]');
  perform count(*) from generate_series(1, 20000); -- PostgreSQL writes what exceeds work_mem to a temporary file
end $$;
