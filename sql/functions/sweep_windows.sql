-- Forgets the windows that are over.
create or replace function sweep_windows()
returns void
language sql
as $$
  delete from windows where ends_at < now() - interval '1 minute'
$$;
