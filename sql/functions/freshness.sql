-- Every source with the date of its newest table; stale when that is longer ago than its cadence allows, or when it has none.
create or replace function freshness(today date)
returns table (code text, name text, latest_date date, cadence text, stale boolean)
language sql stable parallel safe
as $$
  select code, name, latest_date, cadence,
    coalesce(latest_date < today - case cadence
      when 'monthly' then 62
      when 'quarterly' then 184
      when 'yearly' then 550
      else 30
    end, true)
  from sources
  left join coverage on source = code
  where active
  order by code
$$;
