-- How much it says that a rate has the very value of another one, in powers of ten: how many steps of its last digit it moves in a day, if that is
-- by 0.3 %. Zeros at its end don't count.
create or replace function digits_moved(value numeric)
returns numeric
language sql immutable parallel safe
as $$
  select greatest(0, log(0.003 * value * 10::numeric ^ scale(trim_scale(value))))
$$;
