-- Deletes a webhook of an account with its deliveries. Returns false if there is no such webhook.
create or replace function delete_webhook(account bigint, webhook bigint)
returns boolean
language sql
as $$
  with deleted as (
    delete from webhooks where id = webhook and account_id = account
    returning id
  )
  select exists (select from deleted)
$$;
