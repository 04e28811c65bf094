-- The number of days strictly between two dates that fall on certain weekdays; 0 if the second date is not later. `week` holds the
-- cumulative number of these weekdays for each day of a week, from Monday.
create or replace function days_between(after date, before date, week integer[])
returns integer
language sql immutable parallel safe
as $$
  select case when before <= after then 0 else -- in days since the first of January of the year 1, a Monday
    ((before - 1 - '0001-01-01') / 7 - (after - '0001-01-01') / 7) * week[7]
      + week[(before - 1 - '0001-01-01') % 7 + 1] - week[(after - '0001-01-01') % 7 + 1]
  end
$$;
