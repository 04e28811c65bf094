-- The statistics of a pair over the banks that are not stale (see compare_stats) in the first row alone, without commercial banks unless they are asked for,
-- and after it the pair at every bank that can give it (see compare_pair), by code.
create or replace function compare_banks(source_currency text, target_currency text, today date, wanted_type text default null, with_commercial boolean default false)
returns table (
  code text, name text, rate numeric, rate_date date, rate_type text, derived boolean, method text, stale boolean, valid_from date, valid_to date,
  kind text, stats json)
language sql stable parallel safe
as $$
  with compared as materialized (
    select * from compare_pair(source_currency, target_currency, today, wanted_type)
  )
  select null, null, null, null, null, null, null, null, null, null, null, to_json(it)
  from compare_stats(array(select rate from compared where not stale and (with_commercial or kind <> 'commercial_bank'))) it
  union all
  select code, name, as_written(rate, derived), rate_date, rate_type, derived, method, stale, valid_from, valid_to, kind, null
  from compared
$$;
