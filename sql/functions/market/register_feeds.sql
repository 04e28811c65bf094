-- Writes what the registry says of each feed (an array of rows of `feeds`); one that is not among them is no longer in the order.
-- Tells listeners of the channel ratebook where anything is different from before.
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
