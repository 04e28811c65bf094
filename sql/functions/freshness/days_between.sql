-- The number of days after one date and before another that fall on certain weekdays; 0 where the second date is not later. `week` holds how
-- many of these weekdays there are up to each day of a week, Monday first.
create or replace function days_between(after date, before date, week integer[])
returns integer
language sql immutable parallel safe
as $$
  select case when before <= after then 0 else -- in days since the first of January of the year 1, a Monday
    ((before - 1 - '0001-01-01') / 7 - (after - '0001-01-01') / 7) * week[7]
      + week[(before - 1 - '0001-01-01') % 7 + 1] - week[(after - '0001-01-01') % 7 + 1]
  end
$$;
