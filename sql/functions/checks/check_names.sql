-- Holds back new rows with the value of another rate of their day, in an answer to a request that was answered for that day before:
-- * if that rate is missing now, and the value has two digits, or on that day its pair alone is missing, the row's pair alone is new, and five rates
--   or more are as they were;
-- * or if the row starts a series beside rates of which none is new, and the value has three digits.
-- The other new prices of the pair on that day are held with them, since they stand in the same line under the same name, and all new rates of that
-- day with one of its currencies, if the source has no series of that.
create or replace function check_names(source_code text, loaded_publication bigint)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  -- To plan the rest takes far longer than to see that nothing was answered before.
  if not exists (
    select
    from publications loaded
    join publications earlier using (source, request_key)
    where loaded.id = loaded_publication and earlier.id <> loaded.id and earlier.last_fetched_at <= loaded.last_fetched_at
      and exists (select from staged_rates where fresh and former is null and reason is null and date between earlier.from_date and earlier.to_date)
  ) then
    return;
  end if;

  with added as (
    select date, min(base) filter (where fresh and former is null) as new_base, min(quote) filter (where fresh and former is null) as new_quote
    from staged_rates
    group by date
    having count(distinct (base, quote)) filter (where fresh and former is null) = 1 and count(*) filter (where not fresh) >= 5
  ), renamed as materialized (
    select date, new_base, new_quote, min(stored.base) as base, min(stored.quote) as quote
    from added
    join rates stored using (date)
    where stored.source = source_code
      and not exists (select from staged_rates twin where (twin.base, twin.quote, twin.type, twin.date) = (stored.base, stored.quote, stored.type, stored.date))
    group by date, new_base, new_quote
    having count(distinct (stored.base, stored.quote)) = 1
  )
  update staged_rates
  set fault = 'name', reason = format('has the value of %s/%s %s, which is %s', other.base, other.quote, other.type, case when other.is_missing then 'missing from this document' else 'stored, in a table that had no such rate' end)
  from (
    select distinct on (it.base, it.quote, it.type, it.date) it.base as new_base, it.quote as new_quote, it.type as new_type, it.date, stored.base, stored.quote, stored.type, twin.base is null as is_missing
    from staged_rates it
    cross join lateral (
      select base, quote, type
      from rates
      where source = source_code and rates.date = it.date
        and (value = it.value or case when unit = 'gram' then value / 31.1034768 else value * unit::numeric end = it.printed::numeric)
      offset 0
    ) stored
    cross join lateral (select it.value * 10::numeric ^ scale(trim_scale(it.value)) as digits) figure
    left join renamed on (renamed.date, renamed.new_base, renamed.new_quote, renamed.base, renamed.quote) = (it.date, it.base, it.quote, stored.base, stored.quote)
    left join staged_rates twin on (twin.base, twin.quote, twin.type, twin.date) = (stored.base, stored.quote, stored.type, it.date)
    where it.fresh and it.former is null and it.reason is null
      and exists (
        select
        from publications loaded
        join publications earlier using (source, request_key)
        where loaded.id = loaded_publication and earlier.id <> loaded.id and earlier.last_fetched_at <= loaded.last_fetched_at and it.date between earlier.from_date and earlier.to_date
      )
      and (twin.base is null and (digits >= 10 or renamed.date is not null) or (stored.base, stored.quote) <> (it.base, it.quote) and digits >= 100
        and not exists (select from series where (source, base, quote, type) = (source_code, it.base, it.quote, it.type))
        and not exists (select from staged_rates where date = it.date and fresh and former is null and (base, quote) <> (it.base, it.quote)))
    order by it.base, it.quote, it.type, it.date, stored.base, stored.quote, stored.type
  ) other
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (new_base, new_quote, new_type, other.date);

  if found then
    update staged_rates
    set fault = 'name', reason = format('is printed beside %s/%s %s %s, which %s', sister.base, sister.quote, sister.type, sister.value, sister.reason)
    from (
      select distinct on (it.base, it.quote, it.type, it.date) it.base as own_base, it.quote as own_quote, it.type as own_type, it.date, named.base, named.quote, named.type, named.value, named.reason
      from staged_rates it
      join staged_rates named on named.date = it.date and named.fault = 'name'
      where it.fresh and it.former is null and it.reason is null
        and ((named.base, named.quote) = (it.base, it.quote) or exists (
          select
          from unnest(array[named.base, named.quote]) currency
          where currency in (it.base, it.quote) and not exists (select from series where source = source_code and currency in (series.base, series.quote))
        ))
      order by it.base, it.quote, it.type, it.date, named.base, named.quote, named.type
    ) sister
    where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (own_base, own_quote, own_type, sister.date);
  end if;
end $$;
