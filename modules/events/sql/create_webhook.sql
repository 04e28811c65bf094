-- Stores a webhook of an account, which receives the events from now on. Returns its number, or null if the account already has `most`
-- webhooks.
create or replace function create_webhook(account bigint, webhook_url text, owner_email text, of_sources text[], of_kinds text[],
  new_secret text, most integer)
returns bigint
language plpgsql
as $$
declare
  created bigint;
begin
  perform from accounts where id = account for update;
  if (select count(*) from webhooks where account_id = account) < most then
    insert into webhooks (account_id, url, email, sources, kinds, secret, place)
    values (account, webhook_url, owner_email, of_sources, of_kinds, new_secret, (select coalesce(max(place), 0) from events))
    returning id into created;
  end if;
  return created;
end $$;
