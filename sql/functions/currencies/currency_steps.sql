-- Every day on which a currency became another unit for good: the code that it had, the one that it has since, and old units for a new one.
create or replace function currency_steps()
returns table (former text, successor text, date date, ratio numeric)
language sql stable parallel safe
as $$
  select former, redenominations.successor, date, ratio
  from redenominations
  join currencies on code = former
  where redenominations.successor in (currencies.successor, former)
$$;
