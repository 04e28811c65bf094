-- Whether a newest table of a source is longer ago on a day than its rhythm explains (see rhythms and freshness); null where nothing is
-- known of its rhythm, since nothing is stored.
create or replace function is_late(source_code text, newest date, today date)
returns boolean
language sql stable
as $$
  select ended is null and days_between(newest, today, week) > greatest(longest, period - 1) + lag + leeway
  from rhythms(source_code)
  join sources using (code)
$$;
