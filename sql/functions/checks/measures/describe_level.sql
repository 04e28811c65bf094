-- The ratio of a figure and its expected rate as text, with what implies that rate (`implied_by`, see expected_rates), and the factor
-- between them if it is a known one: a power of ten, or the inverse.
create or replace function describe_level(value numeric, expected float8, implied_by text)
returns text
language sql immutable parallel safe
as $$
  select describe_ratio(value, round_significant(expected::numeric, 6))
    || case implied_by
      when 'peg' then ', which its peg implies'
      when 'table' then ', which the rest of its table implies'
      else ', which the other banks imply' end
    || case
      when abs(power) >= 1 and abs(exact - power) < 0.03 then ': a power of ten'
      when abs(exact) > 0.3 and abs(log(value::float8 * expected)) < 0.02 then ': the inverse'
      else '' end
  from (select log(value::float8 / expected) as exact, round(log(value::float8 / expected)) as power) it
$$;
