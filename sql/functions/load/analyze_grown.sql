-- Collects the planner's statistics of the tables and partitions that are more than twice as large as their statistics say. Autovacuum
-- takes up to a minute for it, in which queries over a table that was just filled take up to a thousand times as long. Runs as the owner,
-- because the loader may not analyze. One session at a time; others skip it, and it skips tables that another statement has locked.
create or replace function analyze_grown()
returns void
language plpgsql security definer set search_path from current
as $$
declare
  grown text;
begin
  if pg_try_advisory_xact_lock(hashtext('analyze_grown')) then
    for grown in
      select tables.oid::regclass::text
      from pg_class tables
      left join pg_inherits on inhrelid = tables.oid -- a chunk of TimescaleDB is in a schema of its own
      left join pg_class parent on parent.oid = inhparent
      where tables.relkind = 'r' and current_schema()::regnamespace in (tables.relnamespace, parent.relnamespace)
        and pg_relation_size(tables.oid) > 2 * tables.relpages::bigint * current_setting('block_size')::integer
    loop
      begin
        execute format('analyze (skip_locked) %s', grown);
      exception when undefined_table then -- expire_market or another session has just dropped it
      end;
    end loop;
  end if;
end $$;
