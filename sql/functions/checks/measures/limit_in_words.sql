-- A limit on the logarithm of a ratio, for a person: `the limit is 6 %`, `the limit is a factor of 3`.
create or replace function limit_in_words(limit_off float8)
returns text
language sql immutable parallel safe
as $$
  select 'the limit is ' || case
    when limit_off < ln(2) then round_significant((100 * (exp(limit_off) - 1))::numeric, 2) || ' %'
    else 'a factor of ' || round_significant(exp(limit_off)::numeric, 2)
  end
$$;
