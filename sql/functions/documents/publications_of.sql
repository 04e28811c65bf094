-- The publications of a source in the order in which they were last fetched.
create or replace function publications_of(source_code text)
returns table (id bigint)
language sql stable
as $$
  select id from publications where source = source_code order by last_fetched_at, id
$$;
