-- Sets `confirms` of the measured figures whose currency moved in the same way at another bank, by a value that waits there for its move
-- and is dated in the bank_days up to the row: at least half of the move is common. Banks that follow a devaluation first confirm each
-- other, before any of their values is stored.
create or replace function confirm_by_other_banks(source_code text)
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  bank_days constant integer := setting('bank_days');
  first_day constant date := (select min(date) from figures where may_wait) - bank_days;
  last_day constant date := (select max(date) from figures where may_wait);
begin
  with waiting as materialized (
    select source, base, quote, type, date::date as date, rate
    from quarantine
    where status = 'pending' and fault in ('move', 'table', 'pairs') and source <> source_code
      and date between first_day::text and last_day::text
  ), moved as materialized (
    select base, quote, waiting.date, ln(rate / before)::float8 as move
    from waiting
    cross join lateral (
      select value as before
      from rates
      where source = waiting.source and base = waiting.base and quote = waiting.quote and type = waiting.type and date < waiting.date
      order by date desc
      limit 1
    ) stored
  ), theirs as materialized (
    select base as currency, date, -move as move from moved
    union
    select quote, date, move from moved
  )
  update figures
  set confirms = true
  where may_wait and before is not null and exists (
    select
    from (values (base, -ln(value::float8 / before)), (quote, ln(value::float8 / before))) own (currency, move)
    join theirs using (currency)
    where theirs.date between figures.date - bank_days and figures.date
      and abs(own.move - theirs.move) <= abs(own.move) / 2 and own.move <> 0
  );
end $$;
