-- The rarity below which a figure waits: a share of what was before. An operator may set another one: `alter database … set ratebook.rarest = '0.00001'`.
create or replace function rarest()
returns float8
language sql stable
as $$
  select coalesce(nullif(current_setting('ratebook.rarest', true), ''), '0.0001')::float8
$$;
