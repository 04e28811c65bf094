-- The figures of one published series in a window, ascending: the daily ones as published, or with `period_unit` one for each month,
-- quarter or year that is over and has a date in the window (see period_statistic). Of a period in which the unit of a currency changed,
-- the rates in the last unit count. `first_n` and `last_n` limit the figures to the first and the last, and `since` to those with a rate
-- that changed after an instant. `days` is the number of rates behind a figure.
create or replace function sdmx_values(
  of_source text, of_base text, of_quote text, of_type text, period_unit text, stat text, from_date date, to_date date, today date,
  first_n integer default null, last_n integer default null, since timestamptz default null)
returns table (period date, value numeric, days bigint)
language sql stable parallel safe
as $$
  select date, value, 1::bigint
  from rates
  where period_unit is null and num_nonnulls(first_n, last_n) = 0
    and source = of_source and base = of_base and quote = of_quote and type = of_type and date between from_date and to_date
    and (since is null or known_at > since)
  union all
  select *
  from (
    (select date, value, 1::bigint
    from rates
    where period_unit is null and num_nonnulls(first_n, last_n) > 0
      and source = of_source and base = of_base and quote = of_quote and type = of_type and date between from_date and to_date
      and (since is null or known_at > since)
    order by date
    limit coalesce(first_n, 0))
    union
    (select date, value, 1::bigint
    from rates
    where period_unit is null and num_nonnulls(first_n, last_n) > 0
      and source = of_source and base = of_base and quote = of_quote and type = of_type and date between from_date and to_date
      and (since is null or known_at > since)
    order by date desc
    limit coalesce(last_n, 0))
  ) few
  union all
  select period, value, days
  from (
    select *, row_number() over (order by period) as place, row_number() over (order by period desc) as place_from_end
    from (
      select distinct on (period) period, value, days, changed_at
      from (
        select date_trunc(period_unit, date)::date as period,
          width_bucket(date, (select unit_changes(array[of_base, of_quote]))) as unit_place,
          period_statistic(array_agg(rates.value order by date), stat, false) as value, count(*) as days, max(known_at) as changed_at
        from rates
        where period_unit is not null
          and source = of_source and base = of_base and quote = of_quote and type = of_type
          and date >= date_trunc(period_unit, from_date)::date
          and date < least(date_trunc(period_unit, to_date) + case period_unit when 'month' then interval '1 month' when 'quarter'
            then interval '3 months' else interval '1 year' end, date_trunc(period_unit, today))::date
        group by 1, 2
      ) parts
      order by period, unit_place desc
    ) periods
    where since is null or changed_at > since
  ) counted
  where num_nonnulls(first_n, last_n) = 0 or place <= first_n or place_from_end <= last_n
$$;
