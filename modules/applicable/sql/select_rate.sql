-- The rate in the range of day_bounds from a published series, or from the cross of two series of the same dates and type; for an average,
-- the mean of all rates and their number. No row if there is no rate. With `holds_on`, a rate with a printed validity counts only if it
-- takes effect by that day. Values are those known at an instant.
create or replace function select_rate(
  of_source text, of_type text, of_base text, of_quote text, other_base text, other_quote text,
  from_date date, to_date date, is_newest boolean, step integer, is_average boolean, holds_on date, known timestamptz)
returns table (date date, value numeric, other_value numeric, valid_from date, valid_to date, publication_id bigint, rates bigint)
language sql stable parallel safe
as $$
  (select newest.date, newest.value, newest.other_value, newest.valid_from, newest.valid_to, newest.publication_id, 1::bigint
   from ( -- the rate is nearly always of the last weeks, and reading only these halves the time
     select *
     from newest_rate(of_source, of_type, of_base, of_quote, other_base, other_quote, greatest(from_date, to_date - 15), to_date, holds_on,
       known)
     union all
     select *
     from newest_rate(of_source, of_type, of_base, of_quote, other_base, other_quote, from_date, to_date, holds_on, known)
   ) newest
   where is_newest and not is_average
   limit 1)
  union all
  (select one.date, value_known(one, known), other.value, valid_from_known(one, known), valid_to_known(one, known),
    publication_known(one, known), 1
   from rates one
   left join lateral (
     select value_known(rates, known) as value
     from rates
     where rates.source = of_source and rates.base = other_base and rates.quote = other_quote and rates.type = of_type
       and rates.date = one.date
     offset 0
   ) other on true
   where not is_newest
     and one.source = of_source and one.base = of_base and one.quote = of_quote and one.type = of_type
       and one.date between from_date and to_date
     and value_known(one, known) is not null and (other_base is null or other.value is not null)
     and (step = 0 or (one.date - from_date) % step = 0)
   order by one.date
   limit 1)
  union all
  (select max(one.date), trim_scale(avg(value_known(one, known))), trim_scale(avg(other.value)), min(one.date), max(one.date),
    max(publication_known(one, known)), count(*)
   from rates one
   left join lateral (
     select value_known(rates, known) as value
     from rates
     where rates.source = of_source and rates.base = other_base and rates.quote = other_quote and rates.type = of_type
       and rates.date = one.date
     offset 0
   ) other on true
   where is_average
     and one.source = of_source and one.base = of_base and one.quote = of_quote and one.type = of_type
       and one.date between from_date and to_date
     and value_known(one, known) is not null and (other_base is null or other.value is not null)
   having count(*) > 0)
$$;
