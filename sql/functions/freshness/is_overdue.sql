-- True if a source with this newest table would be overdue on a day (see freshness); null if no table of the source is stored.
create or replace function is_overdue(source_code text, newest date, today date)
returns boolean
language sql stable
as $$
  select ended is null and open_days_between(newest, today, week, closing_days) > allowed
  from rhythms(source_code)
  join sources using (code)
$$;
