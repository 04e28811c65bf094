-- The stored rates to compare with a quarantined row: of its series on its date (`stored`) and on the five dates before and after it
-- (`before`, `after`), and of its pair in the newest table of every other source in the bank_days up to the date (`other`).
create or replace function quarantine_evidence(of_source text, of_base text, of_quote text, of_type text, of_date date)
returns table (part text, source text, name text, date date, type text, rate text, derived boolean)
language sql stable
as $$
  select case when rates.date < of_date then 'before' when rates.date > of_date then 'after'
    else 'stored' end, of_source, null, rates.date, of_type, rates.value::text, false
  from (
    (select * from rates where (source, base, quote, type) = (of_source, of_base, of_quote, of_type) and date <= of_date
      order by date desc limit 6)
    union all
    (select * from rates where (source, base, quote, type) = (of_source, of_base, of_quote, of_type) and date > of_date
      order by date limit 5)
  ) rates
  union all
  select 'other', code, sources.name, resolved.date, rate_type, as_written(rate, derived)::text, derived
  from resolve_pair(null, of_base, of_quote, of_date) resolved
  join sources on code = resolved.source
  where code <> of_source and active and kind <> 'composite' and resolved.date > of_date - setting('bank_days')::integer
  order by 1, 4, 2
$$;
