-- Figures that an operator rejected.
create or replace function rule_rejected()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select rejected.base, rejected.quote, rejected.type, staged.date, rejected.reason
  from quarantine rejected
  join measured_document using (source)
  join staged_rates staged on (staged.date::text, staged.base, staged.quote, staged.type, staged.printed, staged.unit)
    = (rejected.date, rejected.base, rejected.quote, rejected.type, rejected.value, rejected.unit)
  where status = 'rejected' and fresh
$$;
