-- Numbers of pairs as text, such as `1 or 30 to 40`.
create or replace function describe_pairs(pairs int4multirange)
returns text
language sql immutable parallel safe
as $$
  select string_agg(concat_ws(' to ', least, nullif(most, least)), ' or ' order by least)
  from unnest(pairs) kind
  cross join lateral (select lower(kind) as least, upper(kind) - 1 as most) it
$$;
