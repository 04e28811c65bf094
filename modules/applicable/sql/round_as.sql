-- A number rounded to a number of decimals: half_up (half away from zero), up (away from zero) or down (towards zero); null does not round.
create or replace function round_as(value numeric, decimals integer, mode text)
returns numeric
language sql immutable parallel safe
as $$
  select case mode
    when 'half_up' then round(value, decimals)
    when 'down' then trunc(value, decimals)
    when 'up' then sign(value) * round(ceil(abs(value) * 10::numeric ^ decimals) / 10::numeric ^ decimals, decimals)
    else value
  end
$$;
