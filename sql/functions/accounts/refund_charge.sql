-- Refunds a batch and prevents it from being charged later, even by a statement already in flight. A repeated refund changes nothing.
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
  set units = allowances_used.units - refunded.units
  from (
    select account, month, sum(units) as units
    from jsonb_to_recordset(granted_units) as granted (account bigint, month date, units bigint)
    group by account, month
  ) refunded
  where account_id = refunded.account and allowances_used.month = refunded.month;

  update usage
  set requests = usage.requests - refunded.requests, units = usage.units - refunded.units
  from (
    select account, day, endpoint, sum(requests) as requests, sum(units) as units
    from jsonb_to_recordset(granted_units) as granted (account bigint, day date, endpoint text, requests bigint, units bigint)
    group by account, day, endpoint
  ) refunded
  where account_id = refunded.account and usage.day = refunded.day and usage.endpoint = refunded.endpoint;

  update charges set granted = null where id = batch;
end $$;
