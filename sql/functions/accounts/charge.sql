-- Charges a batch of requests to accounts. Each element of the arrays is a group of `counts` equal requests. A group is granted as many
-- requests as the allowance covers in full; a request of zero units is always granted. Returns for each group its position, the number of
-- granted requests, the units used after the last of them, and the time when the count restarts (null: never). Locks accounts in the order
-- of their numbers, so that concurrent batches cannot deadlock. Raises a unique_violation if the batch was already charged or refunded (see
-- refund_charge).
create or replace function charge(
  batch uuid, accounts bigint[], keys bigint[], endpoints text[], costs bigint[], counts bigint[], allowances bigint[], monthly boolean[])
returns table (place integer, granted bigint, used bigint, resets_at timestamptz)
language plpgsql
as $$
declare
  today date := (service_now() at time zone 'UTC')::date;
  this_month date := date_trunc('month', today)::date;
  request record;
  locked bigint;
  locked_month date;
  before bigint;
  granted_units jsonb := '[]';
begin
  for request in
    select i as place, accounts[i] as account, costs[i] as cost, counts[i] as count, allowances[i] as allowance,
      case when monthly[i] then this_month else '-infinity' end as month
    from generate_subscripts(accounts, 1) as i
    order by account, month, place
  loop
    if locked is distinct from request.account or locked_month is distinct from request.month then
      if used > before then
        update allowances_used set units = used where account_id = locked and month = locked_month;
      end if;
      locked := request.account;
      locked_month := request.month;
      loop
        select units into used from allowances_used where account_id = locked and month = locked_month for update;
        exit when found;
        insert into allowances_used (account_id, month) values (locked, locked_month) on conflict do nothing;
      end loop;
      before := used;
    end if;
    place := request.place;
    granted := case when request.cost = 0 then request.count
      else greatest(least(request.count, (request.allowance - used) / request.cost), 0) end;
    used := used + granted * request.cost;
    resets_at := case when isfinite(locked_month) then (locked_month + interval '1 month') at time zone 'UTC' end;
    counts[place] := granted;
    if granted * request.cost > 0 then
      granted_units := granted_units || jsonb_build_object(
        'account', locked, 'month', locked_month, 'day', today, 'endpoint', endpoints[place], 'requests', granted, 'units',
        granted * request.cost);
    end if;
    return next;
  end loop;
  if used > before then
    update allowances_used set units = used where account_id = locked and month = locked_month;
  end if;

  insert into usage as stored (account_id, day, endpoint, requests, units)
  select accounts[i], today, endpoints[i], sum(counts[i]), sum(counts[i] * costs[i])
  from generate_subscripts(accounts, 1) as i
  where costs[i] > 0 and counts[i] > 0
  group by accounts[i], endpoints[i]
  order by accounts[i], endpoints[i]
  on conflict (account_id, day, endpoint) do update
  set requests = stored.requests + excluded.requests, units = stored.units + excluded.units;

  update api_keys set last_used_at = service_now()
  where id = any(keys) and (last_used_at is null or last_used_at < service_now() - interval '10 seconds');

  if granted_units <> '[]' then
    insert into charges (id, granted) values (batch, granted_units);
  end if;
end $$;
