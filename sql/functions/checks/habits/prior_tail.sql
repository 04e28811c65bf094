-- The prior share of observations at least `beyond` bins outside of the usual range: measured over 618,000 rates of 179 sources. For twins `beyond` is the
-- number of digits, and for odd, still and copied tables the power of ten. Each bin beyond those measured is half as frequent.
create or replace function prior_tail(feature text, beyond integer)
returns float8
language sql immutable parallel safe
as $$
  select tails[least(beyond, cardinality(tails))] * 0.5 ^ greatest(beyond - cardinality(tails), 0)
  from (select case feature
    when 'move' then array[7e-2, 4.5e-2, 2.2e-2, 1e-2, 2.8e-3, 1.2e-3, 5e-4, 2e-4, 1e-4, 3e-5]
    when 'excess' then array[5.5e-2, 3e-2, 1.4e-2, 6e-3, 2.4e-3, 9e-4, 2e-4, 5e-5]
    when 'shift' then array[5e-2, 2.5e-2, 1e-2, 3e-3, 9e-5, 6e-5, 4e-5, 2e-5]
    when 'level' then array[3e-2, 1.3e-2, 6e-3, 1.6e-3, 4e-4, 1e-4]
    when 'spread' then array[3e-2, 1e-2, 2.3e-3, 1.5e-3, 8e-4, 6e-4, 4e-4, 3e-4, 2e-4]
    when 'digits' then array[1.2e-2, 4e-3, 8e-4, 1e-5]
    when 'twin' then array[4e-4, 4e-4, 3e-4, 2e-4, 1.5e-4, 3e-5]
    when 'arrival' then array[9e-5]
    when 'copy' then array[3e-4, 1e-4, 5e-5, 1e-5]
    when 'still' then array[3e-2, 1.5e-2, 8e-3, 2e-3, 5e-4, 1.5e-4, 5e-5]
    when 'odd' then array[5e-3, 1e-3, 2e-4, 1e-4, 5e-5, 3e-5]
  end::float8[] as tails) it
$$;
