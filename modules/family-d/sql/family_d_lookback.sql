-- The number of days for which a figure of some sources is used if there is no newer one: fourteen, or longer for monthly, quarterly and
-- yearly figures.
create or replace function family_d_lookback(banks text[])
returns integer
language sql stable parallel safe
as $$
  select coalesce(max(case cadence when 'monthly' then 45 when 'quarterly' then 100 when 'yearly' then 400 else 14 end), 14)
  from sources
  where code = any(banks)
$$;
