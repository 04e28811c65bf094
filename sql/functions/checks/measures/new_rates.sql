-- The staged rows without a reason whose series has nothing stored within 400 days (see first_rates).
create or replace function new_rates(source_code text)
returns table (base text, quote text, type text, date date, value numeric)
language sql stable
as $$
  select base, quote, type, date, value from first_rates(source_code) where reason is null and not is_known
$$;
