-- The ratio of two figures as text: `1.21 is 12 % above 1.08`, `171200 is 100 times 1712`, `3.56 is 1/481 of 1712`.
create or replace function describe_ratio(value numeric, other numeric)
returns text
language sql immutable parallel safe
as $$
  select format('%s is %s %s', value, case
      when value = other then 'equal to'
      when ratio >= 2 then round_significant(ratio, 3) || ' times'
      when ratio <= 0.5 then '1/' || round_significant(1 / ratio, 3) || ' of'
      else round_significant(100 * abs(ratio - 1), 2) || case when ratio > 1 then ' % above' else ' % below' end
    end, other)
  from (select value / other as ratio) it
$$;
