-- Collects the planner's statistics of the tables that are more than twice as large as when this was last done. Autovacuum takes up to a
-- minute for it, in which queries over a table that was just filled take up to a thousand times as long. Runs as the owner, because the
-- loader may not analyze. One session at a time; others skip it.
create or replace function analyze_grown()
returns void
language plpgsql security definer set search_path from current
as $$
declare
  grown text;
begin
  if pg_try_advisory_xact_lock(hashtext('analyze_grown')) then
    for grown in
      select oid::regclass
      from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::integer
    loop
      execute format('analyze %s', grown);
    end loop;
  end if;
end $$;
