-- The pending rows of one source or of all, oldest first.
create or replace function pending_quarantine(of_source text)
returns table (
  id bigint, source text, date text, base text, quote text, type text, value text, unit text, reason text, detected_at timestamptz,
  publication_id bigint)
language sql stable
as $$
  select id, source, date, base, quote, type, value, unit, reason, detected_at, publication_id
  from quarantine
  where status = 'pending' and (of_source is null or source = of_source)
  order by detected_at, id
$$;
