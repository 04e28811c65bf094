-- Holds back the first rates of a pair without the currency that all pairs of its source have, within 400 days of the new rates, if five other
-- pairs or more of its table have that currency: one of the two codes stands in the place of another.
create or replace function check_common_currency(source_code text, oldest date, newest date)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  common text;
begin
  with known as (
    select distinct base, quote from series where source = source_code and first_date <= newest + 400 and last_date >= oldest - 400
  )
  select currency into common
  from known
  cross join lateral unnest(array[base, quote]) currency
  group by currency
  having count(*) >= 5 and count(*) = (select count(*) from known);
  if common is null then
    return;
  end if;

  update staged_rates
  set fault = 'name', reason = format('is the first pair of the source without %s, which %s other pairs of its table have', common, others)
  from (
    select added.base, added.quote, added.type, added.date, others
    from new_rates(source_code) added
    cross join lateral (
      select count(distinct (base, quote)) as others from staged_rates where date = added.date and common in (base, quote)
    ) beside
    where common not in (added.base, added.quote) and others >= 5
  ) alone
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (alone.base, alone.quote, alone.type, alone.date);
end $$;
