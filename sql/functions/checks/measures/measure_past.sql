-- Fills the temporary table past with the newest values of each series of the staged document, and of the series that ended in the month
-- before it, from before the first day that is measured. The values are staged or stored ones. A value in a former unit of a currency is
-- converted to the present unit. An archive's short document may be loaded before older ones, so its past also has the values after it.
-- `step` is the move from the preceding value: a logarithm, divided by the square root of the days between them. `is_slip` is true of two
-- successive moves of which the second reverses the first.
create or replace function measure_past()
returns void
language plpgsql set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  past_rates constant integer := setting('past_rates');
  reach constant integer := setting('neighbour_days');
  month constant integer := setting('recent_days');
  source_code constant text := (select source from measured_document);
  until_day constant date := (select from_day from measured_document);
  last_day constant date := (select last_day from measured_document);
  past_least constant integer := setting('past_least');
  is_short constant boolean := (select last_day < waits_from and dates < past_least from measured_document); -- of an archive
begin
  with wanted as materialized (
    select base, quote, type from series where source = source_code and last_date > until_day - month
    union
    select base, quote, type from staged_rates where date >= until_day
  ), renamed as materialized (
    select base, quote, type, case when successor = base then former else base end as former_base,
      case when successor = quote then former else quote end as former_quote,
      case when successor = base then ratio else 1 / ratio end as factor, redenominations.date as since
    from wanted
    join redenominations on successor in (base, quote) and redenominations.date between until_day - reach and until_day + month
      and ratio is not null
  ), found as materialized (
    select base, quote, type, date, value::float8 as value, scale(value) as digits
    from staged_rates
    where date < until_day and date > until_day - reach
    union all
    select wanted.base, wanted.quote, wanted.type, stored.date, stored.value::float8, scale(stored.value)
    from wanted
    cross join lateral (
      select date, value from rates
      where source = source_code and base = wanted.base and quote = wanted.quote and type = wanted.type and date < until_day
      order by date desc limit past_rates
    ) stored
    where not exists (select from renamed where (renamed.base, renamed.quote, renamed.type) = (wanted.base, wanted.quote, wanted.type)
      and former_base = wanted.base and former_quote = wanted.quote and stored.date < since)
    union all
    select later.*
    from wanted
    cross join lateral (
      select base, quote, type, date, value::float8, scale(value) from rates
      where source = source_code and base = wanted.base and quote = wanted.quote and type = wanted.type and date > last_day
      order by date limit past_rates
    ) later
    where is_short and past_least > (
      select count(*)
      from (
        select from rates
        where source = source_code and base = wanted.base and quote = wanted.quote and type = wanted.type and date < until_day
        limit past_least
      ) it
    )
    union all
    select renamed.base, renamed.quote, renamed.type, stored.date, stored.value::float8 * factor, scale(stored.value)
    from renamed
    cross join lateral (
      select date, value from rates
      where source = source_code and base = former_base and quote = former_quote and type = renamed.type
        and date < since and date < until_day
      order by date desc limit past_rates
    ) stored
  ), moved as materialized (
    select *, ln(lag(value) over series / lag(value, 2) over series) as last_move, ln(value / lag(value) over series) as move,
      ln(lead(value) over series / value) as next_move, date - lag(date) over series as days
    from (select distinct on (base, quote, type, date) * from found order by base, quote, type, date) it
    window series as (partition by base, quote, type order by date)
  )
  insert into past
  select base, quote, type, date, value, digits, move / sqrt(days),
    abs(move + next_move) < abs(move) / 3 or abs(last_move + move) < abs(move) / 3
  from moved;
end $$;
