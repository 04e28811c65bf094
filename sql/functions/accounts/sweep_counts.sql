-- Deletes the windows that are over, and the batches of charges that no process can still ask about.
create or replace function sweep_counts()
returns void
language sql
as $$
  delete from windows where ends_at < now() - interval '1 minute';
  delete from charges where charged_at < now() - interval '1 day';
$$;
