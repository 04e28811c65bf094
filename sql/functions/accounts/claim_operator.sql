-- Makes a user the first operator, on the enterprise plan. Returns false, without a change, if the installation has an operator: of
-- concurrent claims, one succeeds. Notifies the channel ratebook, since pages say whether there is an operator.
create or replace function claim_operator(person text)
returns boolean
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('the first operator'));
  if has_operator() then
    return false;
  end if;
  update users set role = 'operator', updated_at = service_now() where id = person;
  update accounts set plan = 'enterprise' where user_id = person;
  perform pg_notify('ratebook', '*');
  return true;
end $$;
