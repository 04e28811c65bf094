-- A rate in a code that was not valid on its date (see invalid_codes), if another rate contradicts it or the date is before the code's
-- first day.
create or replace function rule_invalid_code()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('is in %s, %s; %s was valid then', code,
    case when is_early then 'whose first day was ' || limit_day else 'whose last day was ' || limit_day end, valid_code(code, date))
  from invalid_codes()
  where is_early or is_contradicted
$$;
