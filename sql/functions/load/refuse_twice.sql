-- Refuses a document with two rows for one rate. Uses the temporary table staged_rates.
create or replace function refuse_twice()
returns void
language plpgsql
as $$
declare
  twice record;
begin
  select base, quote, type, date, string_agg(value::text, ' and ' order by value) as given into twice
  from staged_rates
  group by base, quote, type, date
  having count(*) > 1
  limit 1;
  if found then
    raise exception 'expected one value for %/% % on %, got %', twice.base, twice.quote, twice.type, twice.date, twice.given;
  end if;
end $$;
