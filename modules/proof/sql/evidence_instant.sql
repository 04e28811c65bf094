-- The instant for which evidence is given: `as_of`, or the newest change of the source if that is earlier or `as_of` is null.
create or replace function evidence_instant(source_code text, as_of timestamptz)
returns table (known timestamptz)
language sql stable
as $$
  select least(as_of, max(known_at))
  from log_entries
  where source = source_code
$$;
