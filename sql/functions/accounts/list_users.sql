-- Every user, newest first: role, plan, whether the address is verified, the number of active keys, and the last activity of a session or
-- key.
create or replace function list_users()
returns table (email text, role text, plan text, created_at timestamptz, disabled_at timestamptz, verified boolean, keys bigint,
  last_seen_at timestamptz)
language sql stable
as $$
  select u.email, u.role, a.plan, u.created_at, a.disabled_at, u.email_verified, coalesce(k.good, 0), greatest(s.seen, k.used)
  from users u
  left join accounts a on a.user_id = u.id
  left join (select user_id, max(updated_at) as seen from sessions group by user_id) s on s.user_id = u.id
  left join (
    select account_id, count(*) filter (where disabled_at is null) as good, max(last_used_at) as used
    from api_keys group by account_id
  ) k on k.account_id = a.id
  order by u.created_at desc, u.id
$$;
