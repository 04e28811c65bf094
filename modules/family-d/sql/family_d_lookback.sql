-- For how many days a figure of some sources stands in for later ones: fourteen, or longer for figures of months, quarters and years.
create or replace function family_d_lookback(banks text[])
returns integer
language sql stable parallel safe
as $$
  select coalesce(max(case cadence when 'monthly' then 45 when 'quarterly' then 100 when 'yearly' then 400 else 14 end), 14)
  from sources
  where code = any(banks)
$$;
