-- True for the one who may make the first key of an account, and for nobody after.
create or replace function claim_first_key(account bigint)
returns boolean
language plpgsql
as $$
begin
  update accounts set first_key_at = now() where id = account and first_key_at is null;
  return found;
end $$;
