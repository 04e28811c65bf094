-- The keys of an account, or of all accounts, newest first. Of the key itself only the first characters are stored.
create or replace function list_keys(account bigint)
returns table (id bigint, prefix text, name text, owner text, plan text, created_at timestamptz, last_used_at timestamptz,
  disabled_at timestamptz)
language sql stable
as $$
  select k.id, k.prefix, k.name, u.email, a.plan, k.created_at, k.last_used_at, coalesce(k.disabled_at, a.disabled_at)
  from api_keys k join accounts a on a.id = k.account_id left join users u on u.id = a.user_id
  where account is null or k.account_id = account
  order by k.id desc
$$;
