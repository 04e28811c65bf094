-- The account of a user. No row if the account is disabled.
create or replace function user_caller(person text)
returns table (account_id bigint, plan text)
language sql stable parallel safe
as $$
  select id, plan from accounts where user_id = person and disabled_at is null
$$;
