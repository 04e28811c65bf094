-- Takes from windows of time: a sixteenth of what is left of each, at least one where one is left. Returns how many were taken for each
-- name and how many are left. Names are locked in order.
create or replace function take_windows(names text[], ends timestamptz[], limits integer[])
returns table (place integer, got integer, remaining integer)
language plpgsql
as $$
declare
  asked record;
begin
  for asked in select i as place from generate_subscripts(names, 1) as i order by names[i], ends[i] loop
    place := asked.place;
    insert into windows as known (name, ends_at) values (names[place], ends[place])
    on conflict (name, ends_at) do update set taken = known.taken
    returning limits[place] - known.taken into remaining;
    got := greatest(least(remaining, greatest(1, remaining / 16)), 0);
    remaining := greatest(remaining - got, 0);
    update windows set taken = taken + got where name = names[place] and ends_at = ends[place];
    return next;
  end loop;
end $$;
