-- The date of the first rate of a pair at a source, or of one type: as printed in either direction, or as a cross over the home currency
-- (see resolve_pair); null if it has none.
create or replace function first_pair_date(
  source_code text, source_currency text, target_currency text, wanted_type text, with_crosses boolean)
returns date
language sql stable parallel safe
as $$
  with legs as materialized (
    select * from pair_legs(source_code, source_currency) where wanted_type is null or type = wanted_type
  )
  select min(date)
  from (
    select first_date as date from legs where target = target_currency and not is_over_home
    union all
    select (
      select one_rate.date
      from rates one_rate
      join rates other_rate using (source, date, type)
      where source = source_code and type = one.type and one_rate.base = one.base and one_rate.quote = one.quote
        and other_rate.base = other.base and other_rate.quote = other.quote and date >= greatest(one.first_date, other.first_date)
      order by date
      limit 1)
    from legs one
    join legs other using (type)
    where with_crosses and one.target = one.home and not one.is_over_home and other.is_over_home and other.target = target_currency
  ) firsts
$$;
