-- The extent of the published rates of one source with a currency in a window, as known now (see symbol_history): their number, the number
-- of months with a rate, counted for each pair, the most digits before and after the decimal point, whether a date has several rates of a
-- pair, and whether a rate has a validity or a printed figure. Whole months are those of series_months; of others the rates are counted.
create or replace function symbol_extent(source_code text, symbol text, from_date date, to_date date, wanted_type text default null)
returns table (
  count bigint, pair_months bigint, whole integer, scale integer, is_repeated boolean, has_validity boolean, has_printed boolean)
language sql stable parallel safe
as $$
  with kept as materialized (
    select base, quote, type, month, rates, whole, scale, has_validity, has_printed, first_date, last_date,
      first_date = month and last_date = month_end as is_whole
    from series_months
    cross join lateral (select (month + interval '1 month')::date - 1 as month_end) calendar
    cross join lateral (select greatest(month, from_date) as first_date, least(month_end, to_date) as last_date) part
    where source = source_code and symbol in (base, quote) and (wanted_type is null or type = wanted_type)
      and month between date_trunc('month', from_date::timestamp) and to_date
  ), months as materialized (
    select base, quote, month, rates, whole, scale, has_validity, has_printed
    from kept
    where is_whole
    union all
    select base, quote, month, measured.*
    from kept
    cross join lateral (
      select count(*), max(length(trunc(value)::text)), max(scale(value)), bool_or(num_nonnulls(valid_from, valid_to) > 0),
        bool_or(unit <> '1')
      from rates
      where source = source_code and base = kept.base and quote = kept.quote and type = kept.type
        and date between first_date and last_date
      having count(*) > 0
    ) measured
    where not is_whole
  )
  select coalesce(sum(rates), 0)::bigint, (select count(*) from (select distinct base, quote, month from months) pair_months),
    coalesce(max(whole), 0), coalesce(max(scale), 0),
    wanted_type is null and exists (
      select
      from series one
      join series other using (source, base, quote)
      -- the limit keeps this a search for each two types of a pair even if the planner lacks statistics
      cross join lateral (
        select
        from rates of_one
        join rates of_other using (source, base, quote, date)
        where source = one.source and base = one.base and quote = one.quote and of_one.type = one.type and of_other.type = other.type
          and date between greatest(from_date, one.first_date, other.first_date) and least(to_date, one.last_date, other.last_date)
        limit 1
      ) repeated
      where source = source_code and symbol in (base, quote) and one.type < other.type
    ),
    coalesce(bool_or(has_validity), false), coalesce(bool_or(has_printed), false)
  from months
$$;
