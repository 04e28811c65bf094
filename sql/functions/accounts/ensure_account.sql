-- The account of a user, created on the free plan if there is none.
create or replace function ensure_account(person text)
returns bigint
language plpgsql
as $$
declare
  opened bigint;
begin
  insert into accounts (user_id, name, plan) values (person, 'person', 'free') on conflict (user_id) do nothing;
  select id into strict opened from accounts where user_id = person;
  return opened;
end $$;
