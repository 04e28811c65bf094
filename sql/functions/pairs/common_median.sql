-- The median of the quotients of the figures that two lists have under the same name, to twelve significant digits, and their number. Null
-- and 0 if they share no name.
create or replace function common_median(names text[], figures numeric[], other_names text[], other_figures numeric[])
returns table (rate numeric, banks bigint)
language sql immutable parallel safe
as $$
  select round_significant(avg(quotient) filter (where place in ((places + 1) / 2, (places + 2) / 2)), 12), count(*)
  from (
    select quotient, row_number() over (order by quotient) as place, count(*) over () as places
    from unnest(names, figures) one (name, figure)
    join unnest(other_names, other_figures) other (name, figure) using (name)
    cross join lateral divide(one.figure, other.figure) quotient
  ) quotients
$$;
