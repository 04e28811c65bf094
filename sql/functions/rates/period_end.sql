-- The last day of the week, month, quarter or year of a date. The intervals are constants, because the conversion of a text is only stable,
-- and the planner then does not inline the function.
create or replace function period_end(date date, unit text)
returns date
language sql immutable parallel safe
return (date_trunc(unit, date::timestamp) + case unit
  when 'week' then interval '1 week' when 'month' then interval '1 month' when 'quarter' then interval '3 months'
  when 'year' then interval '1 year'
end)::date - 1;
