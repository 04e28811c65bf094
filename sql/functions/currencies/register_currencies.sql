-- Replaces the rows of each table of dated facts about currencies: an object of tables and their rows. Writes nothing if they are equal, so
-- that a read-only role can start the service. Notifies the channel ratebook of a change.
create or replace function register_currencies(facts jsonb)
returns void
language plpgsql
as $$
declare
  listed text;
  is_new boolean;
begin
  for listed in select jsonb_object_keys(facts) loop
    execute format('
        select exists (
          (select * from jsonb_populate_recordset(null::%1$I, $1) except table %1$I)
          union all
          (table %1$I except select * from jsonb_populate_recordset(null::%1$I, $1)))', listed)
      into is_new using facts -> listed;
    if is_new then
      execute format('delete from %I', listed);
      execute format('insert into %1$I select * from jsonb_populate_recordset(null::%1$I, $1)', listed) using facts -> listed;
      perform pg_notify('ratebook', '*');
    end if;
  end loop;
end $$;
