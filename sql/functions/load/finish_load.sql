-- Records that the rows of a publication were loaded: their number, and their first and last date.
create or replace function finish_load(publication bigint, good_rows integer, first_date date, last_date date)
returns void
language sql
as $$
  update publications set loaded_at = now(), rows = good_rows, from_date = first_date, to_date = last_date where id = publication
$$;
