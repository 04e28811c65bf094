-- An amount times factor / divisor, rounded as a rule prescribes. Without a rounding mode a product is exact and a quotient has ten decimals.
create or replace function converted_amount(amount numeric, factor numeric, divisor numeric, decimals integer, mode text)
returns numeric
language sql immutable parallel safe
as $$
  select case when mode is null
    then trim_scale(case when divisor = 1 then amount * factor else round(round(amount * factor, 40) / divisor, 10) end)
    else round_as(round(amount * factor, 40) / divisor, decimals, mode)
  end
$$;
