-- A rate as the log digests it: base, quote, type, date, value per one base, unit, and the days on which it holds or a dash for each. Inlined
-- where it is called, so that the caller sees to it that DateStyle is ISO.
create or replace function rate_line(
  base text, quote text, type text, date date, value numeric, unit text, valid_from date, valid_to date)
returns text
language sql stable parallel safe
as $$
  select base || ' ' || quote || ' ' || type || ' ' || date::text || ' ' || value || ' ' || unit || ' ' ||
    coalesce(valid_from::text, '-') || ' ' || coalesce(valid_to::text, '-')
$$;
