-- Releases pending rows of the series in the temporary table staged_rates after its merge: rows that are stored now, and rows held for their
-- level, or with their table, that a newly accepted value confirms. That value is dated at most 31 days later and within a tenth of the row; it
-- is nearer to the row than to the value before the row, or within 4 % of the row if there is none.
create or replace function settle_quarantine(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  ids bigint[];
  rates numeric[];
begin
  if not exists (select from quarantine where source = source_code and status = 'pending') then
    return;
  end if;

  with let_in as materialized (
    select date::text as date, base, quote, type, value from staged_rates where fresh and reason is null
  )
  update quarantine
  set status = 'released', decided_at = now()
  from let_in
  where quarantine.source = source_code and status = 'pending' and rate = let_in.value
    and (quarantine.date, quarantine.base, quarantine.quote, quarantine.type) = (let_in.date, let_in.base, let_in.quote, let_in.type);

  with kept as materialized (
    select id, rate, it.base, it.quote, it.type, it.date::date as day, array_agg(let_in.value::float8) as levels
    from quarantine it
    join staged_rates let_in using (base, quote, type)
    where it.source = source_code and status = 'pending' and it.fault in ('level', 'table') and let_in.fresh and let_in.reason is null and let_in.former is null
      and it.date::date between let_in.date - 31 and let_in.date - 1 and abs(ln(rate::float8 / let_in.value::float8)) < ln(1.1)
    group by id
  )
  select array_agg(id), array_agg(rate) into ids, rates
  from kept
  left join lateral (
    select value::float8 as value
    from rates
    where rates.source = source_code and (rates.base, rates.quote, rates.type) = (kept.base, kept.quote, kept.type) and rates.date < day and rates.date > day - 400
    order by rates.date desc
    limit 1
  ) before on true
  where exists (select from unnest(levels) level where abs(ln(rate::float8 / level)) < coalesce(abs(ln(before.value / level)), ln(1.04)))
    and not exists (select from rates where rates.source = source_code and (rates.base, rates.quote, rates.type) = (kept.base, kept.quote, kept.type) and rates.date = day);
  perform release_quarantined(ids, rates);
end $$;
