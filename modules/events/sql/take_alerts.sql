-- The new alerts for the operator: problems not yet reported (see current_problems), and tables that were reported as waiting and no longer
-- wait (`settled`), with the outcome of their figures. Problems that are not urgent go into the digest. Only one process gets an alert. A
-- resolved problem is reported again when it recurs.
create or replace function take_alerts(today date, with_digest boolean)
returns table (source text, name text, kind text, about text, detail text)
language sql
as $$
  with current as materialized (
    select * from current_problems(today)
  ), resolved as (
    delete from alerts
    where not exists (select from current where (current.source, current.kind, current.about) = (alerts.source, alerts.kind, alerts.about))
    returning source, kind, about
  ), added as (
    insert into alerts (source, kind, about)
    select source, kind, about from current where is_urgent or with_digest
    on conflict do nothing
    returning source, kind, about
  ), settled as (
    select resolved.source, resolved.about, count(*) filter (where status = 'released') as served,
      count(*) filter (where status = 'corrected') as corrected,
      count(*) filter (where status = 'unsaid') as unsaid, count(*) filter (where status = 'rejected') as rejected
    from resolved
    join quarantine figure on figure.source = resolved.source and figure.date = resolved.about and is_doubtful(figure.fault)
    where resolved.kind = 'waiting'
    group by resolved.source, resolved.about
  )
  select source, name, kind, about, detail
  from added
  join current using (source, kind, about)
  union all
  select source, name, 'settled', about, format('no figure of the table of %s waits any more: %s', about, concat_ws(', ',
    nullif(served, 0) || ' printed again or released', nullif(corrected, 0) || ' corrected', nullif(unsaid, 0)
      || ' never printed again', nullif(rejected, 0) || ' rejected'))
  from settled
  join sources on code = source
  order by 1, 3, 4
$$;
