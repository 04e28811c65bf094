-- Holds back prices that contradict each other in the first tables of a source, before its habits are learnt. If one column, such as a middle price, has
-- the exact mean of two others in at least five and 90 % of the other currencies of a table, a currency in which it does not is held.
-- * A difference within rounding is exact: one unit of the last decimal of the middle, or of the coarser of the other two.
-- * A middle that equals one of the two prices, or is off by at most ten units of the last decimal and a tenth of their distance, may be intended.
-- * If exactly two of the three prices are as far apart as in the other currencies, only the third is held.
-- Uses the temporary table staged_rates.
create or replace function check_means(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  first_tables constant integer := 10;
  quorum constant integer := 5;
  quorum_share constant numeric := 0.9;
  max_steps constant integer := 10;
  max_share constant numeric := 0.1; -- of the distance of the two prices
begin
  if (select days from coverage where source = source_code) >= first_tables or (select count(distinct type) from staged_rates) < 3 then
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
    having count(*) filter (where off <= step) between greatest(quorum, quorum_share * (count(*) - 1)) and count(*) - 1
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
    where off > greatest(step, least(max_steps * step, max_share * abs(one_value - other_value))) and middle_value not in (one_value, other_value)
  )
  update staged_rates
  set fault = 'contradicted', reason = format('%s %s is not the mean of %s %s and %s %s, as in %s other currencies of the table',
    middle, middle_value, one, one_value, other, other_value, agreeing)
  from contradicted
  where (staged_rates.base, staged_rates.quote, staged_rates.date) = (contradicted.base, contradicted.quote, contradicted.date)
    and staged_rates.type = any(case when cardinality(fitting) = 1 then (array[middle, one, other])[fitting[1]:fitting[1]] else array[middle, one, other] end)
    and fresh and staged_rates.reason is null;
end $$;
