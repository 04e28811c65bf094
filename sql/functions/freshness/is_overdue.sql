-- True if a newest table of a source would make it overdue on a day (see freshness); null if nothing is stored of the source.
create or replace function is_overdue(source_code text, newest date, today date)
returns boolean
language sql stable
as $$
  select ended is null and days_between(newest, today, week) > greatest(longest, period - 1) + lag + leeway
  from rhythms(source_code)
  join sources using (code)
$$;
