-- Releases pending rows of the series in the temporary table staged_rates after its merge: rows that are stored now, and rows held for their
-- level, or with their table, that a newly accepted value confirms. That value is dated at most 31 days later and within a tenth of the row; it
-- is nearer to the row than to the value before the row, or within 4 % of the row if there is none.
create or replace function settle_quarantine(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  same_level constant float8 := ln(1.1);
  same_level_alone constant float8 := ln(1.04); -- without a value before the row
  confirmation constant integer := confirmation_days();
  gap_days constant integer := series_gap_days();
  ids bigint[];
  rates numeric[];
begin
  if not exists (select from quarantine where source = source_code and status = 'pending') then
    return;
  end if;

  with accepted as materialized (
    select date::text as date, base, quote, type, value from staged_rates where fresh and reason is null
  )
  update quarantine
  set status = 'released', decided_at = now()
  from accepted
  where quarantine.source = source_code and status = 'pending' and rate = accepted.value
    and (quarantine.date, quarantine.base, quarantine.quote, quarantine.type) = (accepted.date, accepted.base, accepted.quote, accepted.type);

  with held as materialized (
    select id, rate, it.base, it.quote, it.type, it.date::date as day, array_agg(accepted.value::float8) as levels
    from quarantine it
    join staged_rates accepted using (base, quote, type)
    where it.source = source_code and status = 'pending' and it.fault in ('level', 'table') and accepted.fresh and accepted.reason is null and accepted.former is null
      and it.date::date between accepted.date - confirmation and accepted.date - 1 and abs(ln(rate::float8 / accepted.value::float8)) < same_level
    group by id
  )
  select array_agg(id), array_agg(rate) into ids, rates
  from held
  left join lateral (
    select value::float8 as value
    from rates
    where rates.source = source_code and (rates.base, rates.quote, rates.type) = (held.base, held.quote, held.type) and rates.date < day and rates.date > day - gap_days
    order by rates.date desc
    limit 1
  ) before on true
  where exists (select from unnest(levels) level where abs(ln(rate::float8 / level)) < coalesce(abs(ln(before.value / level)), same_level_alone))
    and not exists (select from rates where rates.source = source_code and (rates.base, rates.quote, rates.type) = (held.base, held.quote, held.type) and rates.date = day);
  perform release_quarantined(ids, rates);
end $$;
