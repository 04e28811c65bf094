-- How often a feature is so many bins or more outside of what is usual for its series (of twins: in so many digits), over all series of all sources:
-- measured on 620,000 rates of 38 sources. Beyond what was seen, each bin is half as frequent.
create or replace function usual_tail(feature text, beyond integer)
returns float8
language sql immutable parallel safe
as $$
  select tails[least(beyond, cardinality(tails))] * 0.5 ^ greatest(beyond - cardinality(tails), 0)
  from (select case feature
    when 'move' then array[3.5e-2, 1.7e-2, 7.9e-3, 3.8e-3, 2.1e-3, 1.1e-3, 6.2e-4, 3.6e-4, 2.2e-4, 9.8e-5, 5.6e-5, 3.1e-5, 1.4e-5]
    when 'arrival' then array[5e-4, 5e-5]
    when 'excess' then array[3.5e-2, 1.5e-2, 6.4e-3, 2.8e-3, 1.3e-3, 6.8e-4, 3.5e-4, 2.0e-4, 1.0e-4, 6.5e-5, 2.8e-5, 9.3e-6]
    when 'digits' then array[1.1e-2, 8.5e-4, 1.5e-4, 3.9e-5, 1.1e-5]
    when 'spread' then array[2.2e-2, 1.1e-2, 2.6e-3, 1.7e-3, 9.7e-4, 8.0e-4, 5.0e-4, 3.0e-4, 2.0e-4]
    when 'twin' then array[4.3e-4, 4.3e-4, 4.1e-4, 2.5e-4, 1.5e-4, 2.3e-5]
    when 'copy' then array[1e-1, 1e-2, 1e-3, 1e-4, 1e-5]
  end::float8[] as tails) it
$$;
