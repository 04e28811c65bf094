-- Lets a disabled person log in again, with the keys as they were, and tells listeners; null where nobody has the e-mail address.
create or replace function enable_user(user_email text)
returns text
language plpgsql
as $$
declare
  enabled text;
begin
  update accounts set disabled_at = null
  from users
  where users.id = accounts.user_id and users.email = lower(user_email)
  returning users.email into enabled;
  perform pg_notify('ratebook_callers', '');
  return enabled;
end $$;
