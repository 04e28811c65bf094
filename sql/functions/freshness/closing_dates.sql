-- The days of a window on which a source states that it has no table (see closingDays in adapters/source.ts). It computes them from the
-- years of the window, because a look at each of its days would take seconds for a window of decades. It is strict, so it costs nothing for
-- a source that states none.
create or replace function closing_dates(closing_days text[], from_date date, to_date date)
returns setof date
language sql immutable strict parallel safe
as $$
  select distinct day
  from unnest(closing_days) stated
  cross join lateral (
    select substring(stated from '([0-9]{2})-[0-9]{2}$')::integer as month, substring(stated from '[0-9]{2}-([0-9]{2})$')::integer as place,
      substring(stated from 'easter(.*)$')::integer as from_easter, stated like 'orthodox %' as is_orthodox,
      array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        substring(stated from '^([a-z]+) from ')) as weekday
  ) parts
  cross join generate_series(extract(year from from_date)::integer - 1, extract(year from to_date)::integer) year
  cross join lateral (select make_date(year, month, 1) + place - 1 as first_day) dated
  cross join lateral (
    select case when from_easter is not null then easter(year, is_orthodox) + from_easter
      when weekday is not null then first_day + (weekday - extract(isodow from first_day)::integer + 7) % 7
      when extract(month from first_day) = month then first_day end as day -- 29 February of other years
  ) closed
  where day between from_date and to_date
$$;
