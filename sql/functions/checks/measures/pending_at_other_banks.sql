-- True if another bank has a value pending for its move, dated in the bank_days up to a date, that moved a currency of the pair by `off` (a
-- logarithm, within a tenth). Banks that follow a devaluation first confirm each other, before any of their values is stored.
create or replace function pending_at_other_banks(of_source text, of_base text, of_quote text, of_date date, off float8)
returns boolean
language sql stable
as $$
  select exists (
    select
    from quarantine it
    cross join lateral (
      select value::float8 as value
      from rates
      where rates.source = it.source and (rates.base, rates.quote, rates.type) = (it.base, it.quote, it.type) and rates.date < it.date::date
      order by rates.date desc
      limit 1
    ) stored
    cross join lateral (values (it.base, -ln(it.rate / stored.value)), (it.quote, ln(it.rate / stored.value))) theirs (currency, move)
    join (values (of_base, -off), (of_quote, off)) own (currency, move) using (currency)
    where it.status = 'pending' and it.fault in ('move', 'table') and it.source <> of_source
      and it.date::date between of_date - setting('bank_days')::integer and of_date
      and abs(own.move - theirs.move) <= ln(1.1)
  )
$$;
