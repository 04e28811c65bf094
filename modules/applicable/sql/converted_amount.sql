-- An amount times factor / divisor, rounded as a rule prescribes, or else half up to the decimals of its currency. A currency without
-- decimals of its own, such as a metal, has the exact product, or a quotient with ten decimals.
create or replace function converted_amount(amount numeric, factor numeric, divisor numeric, decimals integer, mode text,
  currency_decimals integer)
returns numeric
language sql immutable parallel safe
as $$
  select case
    when mode is not null then round_as(round(amount * factor, 40) / divisor, decimals, mode)
    when currency_decimals is not null then trim_scale(round(round(amount * factor, 40) / divisor, currency_decimals))
    else trim_scale(case when divisor = 1 then amount * factor else round(round(amount * factor, 40) / divisor, 10) end)
  end
$$;
