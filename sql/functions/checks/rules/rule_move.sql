-- A move of several times the largest of the past, unless the next value reverses it, the other banks have its level or moved too, or a
-- value that waits confirms it.
create or replace function rule_move()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('%s on %s; %s', describe_ratio(value, before::numeric), day_before,
      case when moves >= (select setting('past_least')) then format('none of the %s moves before was more than %s %% for a day', moves,
        round_significant((100 * largest)::numeric, 2))
        else format('of its series %s moves are known', moves) end)
    || case when median is null then '' else '; ' || describe_consensus(banks, median) end
  from figures
  cross join lateral (select abs(ln(value::float8 / before)) as size, abs(ln(value::float8 / expected)) as off) it
  where may_wait and former is null and not confirms and abs(step) > move_limit
    and (after is null or abs(ln(after / value::float8)) > size / 2)
    and (expected is null or off > least(greatest(3 * tolerance, size / 3), size / 2)) -- a damaged table has a wide tolerance
    and (former_median is null or abs(ln(value::float8 / median) - ln(before / former_median)) > size / 2)
$$;
