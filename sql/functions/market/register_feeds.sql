-- Stores the registry of feeds (an array of rows of `feeds`). A feed that is not in it becomes inactive. Notifies the channel ratebook of
-- any change.
create or replace function register_feeds(registry jsonb)
returns void
language plpgsql
as $$
declare
  written bigint;
  retired bigint;
begin
  insert into feeds as known
  select * from jsonb_populate_recordset(null::feeds, registry)
  on conflict (code) do update
  set name = excluded.name, class = excluded.class, position = excluded.position, poll_interval = excluded.poll_interval,
    fresh_for = excluded.fresh_for, source_url = excluded.source_url, terms_url = excluded.terms_url
  where known is distinct from excluded;
  get diagnostics written = row_count;

  update feeds set position = null where position is not null and code <> all (select jsonb_array_elements(registry) ->> 'code');
  get diagnostics retired = row_count;

  if written + retired > 0 then
    perform pg_notify('ratebook', 'market');
  end if;
end $$;
