-- Stores the rates of one poll of a feed (see check_market_rates) and records the poll, in one step. Implausible rates are refused; if they
-- are more than a tenth, the whole poll is refused. Returns the record of the poll with the refused rates and their reasons, and notifies
-- the channel ratebook of new rates.
create or replace function store_market_rates(feed_code text, polled_at timestamptz, polled jsonb)
returns table (status text, rates integer, refused integer, error text, refusals jsonb)
language plpgsql
as $$
#variable_conflict use_column
declare
  checked jsonb;
  is_refused boolean;
begin
  select jsonb_agg(judged), jsonb_agg(judged order by judged.currency) filter (where judged.reason is not null),
    count(judged.reason), count(judged.reason) * 10 > count(*)
  into checked, refusals, refused, is_refused
  from check_market_rates(feed_code, polled) judged;

  rates := 0;
  if not is_refused then
    perform make_market_partitions(min(judged.time), max(judged.time))
    from jsonb_to_recordset(checked) as judged("time" timestamptz, reason text)
    where judged.reason is null;

    with stored as (
      insert into market_rates as known (feed, currency, time, rate)
      select feed_code, judged.currency, judged.time, judged.rate
      from jsonb_to_recordset(checked) as judged(currency text, "time" timestamptz, rate numeric, reason text)
      where judged.reason is null and judged.currency <> 'USD'
      on conflict (feed, currency, time) do update set rate = excluded.rate where known.rate <> excluded.rate
      returning currency, time
    ), changed as (
      insert into market_changes (feed, currency, hour)
      select feed_code, currency, date_trunc('hour', time, 'UTC') from stored
      on conflict do nothing
    )
    select count(*) into rates from stored;
  end if;

  status := case when is_refused then 'refused' when rates > 0 then 'stored' else 'unchanged' end;
  select string_agg(refusal.currency || ' ' || coalesce(refusal.rate::text, '') || ': ' || refusal.reason, '; ') into error
  from (
    select * from jsonb_to_recordset(refusals) as refusal(currency text, rate numeric, reason text) limit 3
  ) refusal;
  error := refused || ' of ' || jsonb_array_length(checked) || ' rates refused: ' || error;
  insert into market_polls (feed, polled_at, status, rates, refused, error) values (feed_code, polled_at, status, rates, refused, error);
  if rates > 0 then
    perform pg_notify('ratebook', 'market');
  end if;
  return next;
end $$;
