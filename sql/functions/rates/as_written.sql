-- A rate as written out: a published one with its digits as stored, a derived one as the shortest decimal of its double.
create or replace function as_written(rate numeric, derived boolean)
returns numeric
language sql immutable parallel safe
as $$
  select case when derived then rate::float8::text::numeric else rate end
$$;
