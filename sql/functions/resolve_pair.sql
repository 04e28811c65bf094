-- The newest rate of a pair on or before a date at one bank, or at each bank where source_code is null: one row a bank, none where the
-- pair does not resolve. Within one table of one bank and one rate type: published (the bank prints source to target), else inverse
-- (it prints target to source), else cross over its home currency, each leg published or inverse. Of the types for which the pair
-- resolves on that date, the first in the bank's order; wanted_type asks for one. A known moment asks for what was known
-- then; without crosses only what is published or its inverse counts. What stands in the table of a composite was not published by anybody:
-- its method is composite.
create or replace function resolve_pair(
  source_code text, source_currency text, target_currency text, wanted date, wanted_type text default null, known timestamptz default null,
  with_crosses boolean default true)
returns table (source text, date date, rate numeric, rate_type text, method text, derived boolean)
language sql stable parallel safe
as $$
  with legs as materialized (
    select sources.code, sources.home_currency as home, type, base, quote, array_position(rate_types, type) as preference,
      case when kind = 'composite' then 'composite' else 'published' end as own_method
    from series
    join sources on sources.code = series.source
    where (source_code is null or series.source = source_code)
      and (wanted_type is null or type = wanted_type)
      and first_date <= wanted
      and ((base, quote) in ((source_currency, target_currency), (target_currency, source_currency))
        or with_crosses and source_currency <> sources.home_currency and target_currency <> sources.home_currency and (
          base = source_currency and quote = sources.home_currency
          or base = sources.home_currency and quote = source_currency
          or base = target_currency and quote = sources.home_currency
          or base = sources.home_currency and quote = target_currency))
  ), found as (
    select code, newest.date, preference, type,
      case when base = source_currency then 1 else 2 end as rank,
      case when base = source_currency then own_method else 'inverse' end as method,
      case when base = source_currency then value else divide(1, value) end as rate
    from legs
    cross join lateral (
      select rates.date, value_known(rates, known) as value
      from rates
      where rates.source = code and rates.base = legs.base and rates.quote = legs.quote and rates.type = legs.type
        and rates.date <= wanted and value_known(rates, known) is not null
      order by rates.date desc
      limit 1
    ) newest
    where base in (source_currency, target_currency) and quote in (source_currency, target_currency)
    union all
    select ins.code, newest.date, ins.preference, ins.type,
      case when ins.base = source_currency and outs.base = ins.home then 3 else 4 end,
      'cross',
      case
        when ins.base = source_currency and outs.base = ins.home then in_value * out_value
        when ins.base = source_currency then divide(in_value, out_value)
        when outs.base = ins.home then divide(out_value, in_value)
        else divide(1, in_value * out_value)
      end
    from legs ins
    join legs outs on outs.code = ins.code and outs.type = ins.type
    cross join lateral (
      select into_home.date, value_known(into_home, known) as in_value, out_of_home.value as out_value
      from rates into_home
      cross join lateral (
        select value_known(rates, known) as value
        from rates
        where rates.source = ins.code and rates.base = outs.base and rates.quote = outs.quote and rates.type = outs.type
          and rates.date = into_home.date
        offset 0 -- one probe a date, the newest first, until one has both legs
      ) out_of_home
      where into_home.source = ins.code and into_home.base = ins.base and into_home.quote = ins.quote and into_home.type = ins.type
        and into_home.date <= wanted
        and value_known(into_home, known) is not null and out_of_home.value is not null
      order by into_home.date desc
      limit 1
    ) newest
    where source_currency in (ins.base, ins.quote) and ins.home in (ins.base, ins.quote)
      and target_currency in (outs.base, outs.quote) and outs.home in (outs.base, outs.quote)
  )
  select distinct on (code) code, date, rate, type, method, method <> 'published'
  from found
  order by code, date desc, preference, rank
$$;
