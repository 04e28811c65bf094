-- Announces a change of the rates of a source, in its transaction. The rates that `publication` brought or restored are known since
-- `instant`. The rates that they replaced, and those of the publication that were withdrawn, are revisions known until then (see
-- changes_of). `dates` are the dates of all of them, sorted; empty if a loaded publication changed nothing. `newest_before` is the date of
-- the newest table before the change. Counts the months of these dates again (see count_months), and notifies the channel ratebook of the
-- source, unless nothing changed. When the functions are installed, sql/migrate.ts replaces the comment by calls of the functions that
-- modules name (`onRatesChanged`).
create or replace function rates_changed(source_code text, publication bigint, instant timestamptz, dates date[], newest_before date)
returns void
language plpgsql
as $$
begin
  if dates <> '{}' then
    perform count_months(source_code, dates);
    perform pg_notify('ratebook', source_code);
  end if;
  -- the functions of the modules
end $$;
