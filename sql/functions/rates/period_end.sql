-- The last day of the week, month, quarter or year of a date.
create or replace function period_end(date date, unit text)
returns date
language sql immutable parallel safe
return (date_trunc(unit, date::timestamp) + case unit when 'quarter' then interval '3 months' else ('1 ' || unit)::interval end)::date - 1;
