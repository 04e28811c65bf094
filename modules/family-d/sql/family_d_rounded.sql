-- A blended or derived rate with the decimals that family d prints by its size.
create or replace function family_d_rounded(rate numeric)
returns numeric
language sql immutable parallel safe
as $$
  select trim_scale(round(rate, case when rate > 5000 then 0 when rate > 80 then 2 when rate > 20 then 3 when rate > 1 then 4
    when rate > 0.0001 then 5 else 6 end))
$$;
