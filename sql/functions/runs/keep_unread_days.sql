-- Keeps in `unread_days` the days of a failed run that no earlier run has read, and closes those that a successful run has read. An earlier
-- run counts for the days before its last one, on which a table may have come after it. A run of a source that overwrites its table has
-- read only the last day. A mirror follows the runs of its peer, and only documents that were archived can be read again. Notifies the
-- channel ratebook of a change, since answers name the days.
create or replace function keep_unread_days(run bigint)
returns void
language sql
as $$
  with opened as (
    insert into unread_days (source, day, since)
    select runs.source, day::date, finished_at
    from runs
    join sources on code = source
    cross join lateral generate_series(window_from, window_to, interval '1 day') day
    where runs.id = run and runs.status = 'failed' and runs.kind not in ('reparse', 'mirror') and not exists (
      select
      from runs earlier
      where earlier.source = runs.source and earlier.status = 'ok' and earlier.kind not in ('reparse', 'mirror')
        and case when overwrites then day = earlier.window_to and day < runs.window_to
          else day >= earlier.window_from and day < earlier.window_to end)
    on conflict (source, day) where until is null do nothing
    returning source
  ), closed as (
    update unread_days
    set until = finished_at
    from runs
    join sources on code = source
    where id = run and status = 'ok' and unread_days.source = runs.source and until is null
      and case
        when runs.kind = 'mirror' then false
        when runs.kind = 'reparse' then exists (
          select
          from runs failed
          where failed.source = runs.source and failed.status = 'failed' and failed.publications > 0
            and day between failed.window_from and failed.window_to)
        else day between case when overwrites then window_to else window_from end and window_to
      end
    returning runs.source
  )
  select pg_notify('ratebook', source) from (select source from opened union select source from closed) changed
$$;
