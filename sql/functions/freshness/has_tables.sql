-- True if at least one source has a table.
create or replace function has_tables()
returns boolean
language sql stable parallel safe
return exists (select from tables);
