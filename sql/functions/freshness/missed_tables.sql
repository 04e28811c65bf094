-- The number of tables that some sources missed in the last ninety days after their newest (see publication_calendar), as known at noon of
-- a day in UTC. It is strict, so it costs nothing without a source.
create or replace function missed_tables(codes text[], today date)
returns table (code text, missed integer)
language sql stable strict parallel safe
as $$
  select code, max(missed_since)
  from publication_calendar(today + interval '12 hours', codes)
  group by code
$$;
