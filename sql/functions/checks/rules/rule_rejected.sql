-- Figures that an operator rejected.
create or replace function rule_rejected()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select it.base, it.quote, it.type, staged.date, it.reason
  from quarantine it
  join measured_document using (source)
  join staged_rates staged on (staged.date::text, staged.base, staged.quote, staged.type, staged.printed, staged.unit)
    = (it.date, it.base, it.quote, it.type, it.value, it.unit)
  where status = 'rejected' and fresh
$$;
