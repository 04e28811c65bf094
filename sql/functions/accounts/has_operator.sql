-- True if a user is an operator of this installation.
create or replace function has_operator()
returns boolean
language sql stable
as $$
  select exists (select from users where role = 'operator')
$$;
