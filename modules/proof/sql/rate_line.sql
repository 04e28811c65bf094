-- A rate as a line of the log: base, quote, type, date, value for one base unit, unit, and the first and last day of its validity, or a
-- dash for each. The caller must set DateStyle to ISO; the function has no setting of its own, so that it can be inlined.
create or replace function rate_line(
  base text, quote text, type text, date date, value numeric, unit text, valid_from date, valid_to date)
returns text
language sql stable parallel safe
as $$
  select base || ' ' || quote || ' ' || type || ' ' || date::text || ' ' || value || ' ' || unit || ' ' ||
    coalesce(valid_from::text, '-') || ' ' || coalesce(valid_to::text, '-')
$$;
