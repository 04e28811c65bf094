-- The newest rate in a range of dates from a published series, or from the cross of two series of the same dates and type; no row if there
-- is none. With `holds_on`, a rate with a printed validity counts only if it takes effect by that day. The values are those known at an
-- instant.
create or replace function newest_rate(
  of_source text, of_type text, of_base text, of_quote text, other_base text, other_quote text, from_date date, to_date date, holds_on date,
  known timestamptz)
returns table (date date, value numeric, other_value numeric, valid_from date, valid_to date, unit text, publication_id bigint)
language sql stable parallel safe
as $$
  select one.date, value_known(one, known), other.value, valid_from_known(one, known), valid_to_known(one, known),
    unit_known(one, known),
    publication_known(one, known)
  from rates one
  left join lateral (
    select value_known(rates, known) as value
    from rates
    where rates.source = of_source and rates.base = other_base and rates.quote = other_quote and rates.type = of_type
      and rates.date = one.date
    offset 0 -- one index probe per date, newest first, until a date has both legs
  ) other on true
  where one.source = of_source and one.base = of_base and one.quote = of_quote and one.type = of_type
    and one.date between from_date and to_date
    and value_known(one, known) is not null and (other_base is null or other.value is not null)
    and (valid_from_known(one, known) <= holds_on) is not false
  order by one.date desc
  limit 1
$$;
