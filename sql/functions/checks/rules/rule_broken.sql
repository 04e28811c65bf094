-- A figure many times above or below both its neighbours, which agree: a misplaced decimal point, an inverse, or only the last digits.
create or replace function rule_broken()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('%s on %s and %s on %s', describe_ratio(value, before::numeric), day_before, after, day_after)
  from figures
  cross join (select (select setting('broken_factor')) as factor, ln(1 + (select setting('broken_agree'))) as agree) it
  where abs(ln(before / after)) <= agree and (value > factor * before and value > factor * after
    or value * factor < before and value * factor < after)
$$;
