-- A rate in a code that was no longer valid, which no other rate contradicts.
create or replace function rule_former_code()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in %s, whose last day was %s; %s was valid then', code, limit_day, valid_code(code, date))
  from invalid_codes()
  where not is_early and not is_contradicted
$$;
