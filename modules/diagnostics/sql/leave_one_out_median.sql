-- The median of ascending levels without the one at a place, half the distance between their quartiles, and their number. With a null place
-- all levels count. No row if none remains.
create or replace function leave_one_out_median(levels float8[], place integer)
returns table (median float8, spread float8, others integer)
language sql immutable parallel safe
as $$
  select
    (levels[low + (place <= low is true)::integer] + levels[high + (place <= high is true)::integer]) / 2,
    (levels[third + (place <= third is true)::integer] - levels[first + (place <= first is true)::integer]) / 2,
    counted.others
  from (select coalesce(cardinality(levels), 0) - (place is not null)::integer as others) counted
  cross join lateral (select (counted.others + 1) / 2 as low, (counted.others + 2) / 2 as high, (counted.others + 3) / 4 as first,
    (3 * counted.others + 3) / 4 as third) places
  where counted.others > 0
$$;
