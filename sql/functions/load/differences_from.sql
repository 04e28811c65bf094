-- The rows of an adapter, with their rate for one base unit, that differ from the stored rates; `stored` is the stored value, null if there
-- is none.
create or replace function differences_from(source_code text, entries jsonb)
returns table (date text, base text, quote text, type text, value text, unit text, rate text, stored numeric)
language sql stable
as $$
  select it.date, it.base, it.quote, it.type, it.value, it.unit, it.rate, rates.value
  from jsonb_to_recordset(entries) as it (date text, base text, quote text, type text, value text, unit text, rate text)
  left join rates on rates.source = source_code
    and rates.base = it.base and rates.quote = it.quote and rates.type = it.type and rates.date = it.date::date
  where rates.value is distinct from it.rate::numeric
  order by it.date, it.base, it.quote, it.type
$$;
