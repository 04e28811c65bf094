-- The rarity below which a feature holds a row or table back. An operator can change it: `alter database … set ratebook.rarest = '0.00001'`.
create or replace function rarity_threshold()
returns float8
language sql stable parallel safe
as $$
  select coalesce(nullif(current_setting('ratebook.rarest', true), ''), '0.0001')::float8
$$;
