-- Holds back prices that contradict each other in the first ten tables of a source, from which what is usual is learnt: where of the other
-- currencies of a table at least five, and 90 %, have in one column the exact mean of two others, such as a middle of buy and sell, one that has not.
-- * What rounds to the mean is the mean: it is as exact as the middle, or the coarser of the other two.
-- * A publisher may have a reason for a middle that is one of the two prices, or is off the mean by ten of its last digit and a tenth of their distance
--   at most.
-- * Where two of the three prices are as far apart as in the other currencies and no other two are, the third is held, otherwise all of them.
-- Uses the temporary table staged_rates.
create or replace function check_means(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if (select days from coverage where source = source_code) >= 10 or (select count(distinct type) from staged_rates) < 3 then
    return;
  end if;

  with priced as materialized (
    select base, quote, type, date, unit, printed::numeric as value from staged_rates where reason is null
  ), triples as materialized (
    select base, quote, date, middle.type as middle, one.type as one, other.type as other, middle.value as middle_value, one.value as one_value, other.value as other_value,
      abs(middle.value - (one.value + other.value) / 2) as off, 10.0 ^ -greatest(scale(middle.value), least(scale(one.value), scale(other.value))) as step,
      array[ln(one.value / other.value), ln(middle.value / other.value), ln(middle.value / one.value)]::float8[] as gaps
    from priced middle
    join priced one using (base, quote, date, unit)
    join priced other using (base, quote, date, unit)
    where one.type < other.type and middle.type not in (one.type, other.type) and (middle.value <> one.value or middle.value <> other.value)
  ), counted as materialized (
    select date, middle, one, other, count(*) filter (where off <= step) as agreeing
    from triples
    group by date, middle, one, other
    having count(*) filter (where off <= step) between greatest(5, 0.9 * (count(*) - 1)) and count(*) - 1
  ), centres as (
    select date, middle, one, other, place, percentile_cont(0.5) within group (order by gap) as centre
    from counted
    join triples using (date, middle, one, other)
    cross join unnest(gaps) with ordinality it (gap, place)
    where off <= step
    group by date, middle, one, other, place
  ), usual as (
    select date, middle, one, other, place, centre, max(abs(gaps[place] - centre)) as farthest
    from centres
    join triples using (date, middle, one, other)
    where off <= step
    group by date, middle, one, other, place, centre
  ), contradicted as (
    select triples.*, agreeing,
      array(
        select place from usual
        where (usual.date, usual.middle, usual.one, usual.other) = (triples.date, triples.middle, triples.one, triples.other) and abs(gaps[place] - centre) <= farthest
      ) as fitting
    from triples
    join counted using (date, middle, one, other)
    where off > greatest(step, least(10 * step, 0.1 * abs(one_value - other_value))) and middle_value not in (one_value, other_value)
  )
  update staged_rates
  set fault = 'contradicted', reason = format('%s %s is not the mean of %s %s and %s %s, as in %s other currencies of the table', middle, middle_value, one, one_value, other, other_value, agreeing)
  from contradicted
  where (staged_rates.base, staged_rates.quote, staged_rates.date) = (contradicted.base, contradicted.quote, contradicted.date)
    and staged_rates.type = any(case when cardinality(fitting) = 1 then (array[middle, one, other])[fitting[1]:fitting[1]] else array[middle, one, other] end)
    and fresh and staged_rates.reason is null;
end $$;
