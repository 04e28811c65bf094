-- The rows of an adapter, with their rate for one base unit, that differ from the stored rates; `stored` is the stored value, null if there
-- is none.
create or replace function differences_from(source_code text, entries jsonb)
returns table (date text, base text, quote text, type text, value text, unit text, rate text, stored numeric)
language sql stable
as $$
  select entry.date, entry.base, entry.quote, entry.type, entry.value, entry.unit, entry.rate, rates.value
  from jsonb_to_recordset(entries) as entry (date text, base text, quote text, type text, value text, unit text, rate text)
  left join rates on rates.source = source_code
    and rates.base = entry.base and rates.quote = entry.quote and rates.type = entry.type and rates.date = entry.date::date
  where rates.value is distinct from entry.rate::numeric
  order by entry.date, entry.base, entry.quote, entry.type
$$;
