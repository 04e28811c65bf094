-- Whether the rates of a type are for a week, a month or longer, by its name. Those of exchange bureaux are averages of a month.
-- `end_of_period` is not one of them: the Monetary Authority of Singapore so calls the figure of each day.
create or replace function is_for_period(rate_type text)
returns boolean
language sql immutable parallel safe
as $$
  select rate_type ~ 'week|month|quarter|year|^bureau_'
$$;
