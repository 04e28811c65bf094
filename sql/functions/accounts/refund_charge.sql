-- Takes back what a batch was charged, and makes sure that it cannot be charged later, not even by a statement that is still on its way.
-- Doing it again changes nothing.
create or replace function refund_charge(batch uuid)
returns void
language plpgsql
as $$
declare
  granted_units jsonb;
begin
  insert into charges (id) values (batch) on conflict do nothing;
  if found then
    return;
  end if;
  select charges.granted into granted_units from charges where id = batch for update;

  update allowances_used
  set units = allowances_used.units - back.units
  from (
    select account, month, sum(units) as units
    from jsonb_to_recordset(granted_units) as it (account bigint, month date, units bigint)
    group by account, month
  ) back
  where account_id = back.account and allowances_used.month = back.month;

  update usage
  set requests = usage.requests - back.requests, units = usage.units - back.units
  from (
    select account, day, endpoint, sum(requests) as requests, sum(units) as units
    from jsonb_to_recordset(granted_units) as it (account bigint, day date, endpoint text, requests bigint, units bigint)
    group by account, day, endpoint
  ) back
  where account_id = back.account and usage.day = back.day and usage.endpoint = back.endpoint;

  update charges set granted = null where id = batch;
end $$;
