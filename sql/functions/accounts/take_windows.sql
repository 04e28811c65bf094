-- Takes requests from rate-limit windows, in the order of their names to avoid deadlocks: a sixteenth of the remainder of each, and at
-- least one if any is left. Returns the number taken from each window and the number left.
create or replace function take_windows(names text[], ends timestamptz[], limits integer[])
returns table (place integer, got integer, remaining integer)
language plpgsql
as $$
declare
  request record;
begin
  for request in select i as place from generate_subscripts(names, 1) as i order by names[i], ends[i] loop
    place := request.place;
    insert into windows as stored (name, ends_at) values (names[place], ends[place])
    on conflict (name, ends_at) do update set taken = stored.taken
    returning limits[place] - stored.taken into remaining;
    got := greatest(least(remaining, greatest(1, remaining / 16)), 0);
    remaining := greatest(remaining - got, 0);
    update windows set taken = taken + got where name = names[place] and ends_at = ends[place];
    return next;
  end loop;
end $$;
