-- Every jurisdiction with rules, as known at an instant; null means now.
create or replace function known_jurisdictions(known timestamptz)
returns setof jsonb
language sql stable parallel safe
as $$
  select document
  from jurisdictions
  where case when known is null then known_until is null else known_at <= known and (known_until is null or known_until > known) end
  order by code
$$;
