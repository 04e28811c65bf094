-- Refuses what is broken beyond doubt, at any age:
-- * a figure many times above or below both its neighbours, which agree: a slipped point, an inverse, last digits alone;
-- * a table of which most figures are off both neighbouring tables in one direction by the same factor, and back: a table in another
--   currency;
-- * a table whose buying rates are all above the selling rates, unlike a table beside it. Banks whose own currency is the base print them
--   so. Uses the temporary tables staged_rates and moves.
create or replace function check_broken(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  factor constant float8 := ln(setting('broken_factor'));
  agree constant float8 := ln(1 + setting('broken_agree'));
  foreign_share constant float8 := ln(1 + setting('foreign_share'));
  quorum constant float8 := setting('quorum');
begin
  with broken as materialized (
    select *
    from moves
    where is_fresh and (value > 2 * before or before > 2 * value)
      and abs(ln(before / after)) <= agree and abs(ln(value / before)) >= factor and abs(ln(value / after)) >= factor
  )
  update staged_rates
  set fault = 'broken', reason = format('%s on %s and %s on %s', describe_ratio(staged_rates.value, before::numeric), day_before, after,
    day_after)
  from broken
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (broken.base, broken.quote, broken.type,
    broken.date);

  with off as materialized (
    select date, type, ln(value / before) as there, ln(after / value) as back
    from moves
    where is_fresh and abs(value - before) > foreign_share / 2 * before
  ), far as materialized (
    select date, type, count(*) as pairs, percentile_cont(0.5) within group (order by there) as there,
      percentile_cont(0.5) within group (order by back) as back
    from off
    group by date, type
    having count(*) >= quorum
  ), foreign_tables as (
    select date, type, pairs, there, count(*) as total
    from far
    join moves using (date, type)
    where abs(there) > foreign_share and abs(there + back) < abs(there) / 4
    group by date, type, pairs, there
    having 2 * pairs > count(*) and 2 * count(*) filter (where is_fresh and abs(ln(value / before) - there) < abs(there) / 4) > count(*)
  )
  update staged_rates
  set fault = 'broken', reason = format('is in a table of which %s of %s figures are %s %% %s those of the tables before and after it',
    pairs, total,
    round((100 * abs(exp(there) - 1))::numeric, 1), case when there > 0 then 'above' else 'below' end)
  from foreign_tables
  where (staged_rates.date, staged_rates.type) = (foreign_tables.date, foreign_tables.type) and fresh and reason is null;

  if not exists (select from moves where type like '%buy') then
    return;
  end if;
  with priced as materialized (
    select date, buy.type as buying, sell.type as selling, count(*) as pairs, count(*) filter (where buy.value > sell.value) as crossed
    from moves buy
    join moves sell using (base, quote, date)
    where buy.type like '%buy' and sell.type = regexp_replace(buy.type, 'buy$', 'sell')
    group by date, buying, selling
  ), crossed as (
    select date, buying, selling, pairs
    from priced
    where crossed = pairs and pairs >= quorum
      and not exists (select from priced beside where beside.buying = priced.buying and beside.date <> priced.date
        and 2 * beside.crossed > beside.pairs)
      and (exists (select from priced beside where beside.buying = priced.buying and 2 * beside.crossed < beside.pairs) or exists (
        select
        from rates buy
        join rates sell using (source, base, quote, date)
        where source = source_code and date = (select max(tables.date) from tables where source = source_code and tables.date < priced.date)
          and buy.type = buying and sell.type = selling
        having 2 * count(*) filter (where buy.value > sell.value) < count(*)))
  )
  update staged_rates
  set fault = 'broken', reason = format('is in a table of which all %s pairs have the %s rate above the %s rate', pairs, buying, selling)
  from crossed
  where staged_rates.date = crossed.date and staged_rates.type in (buying, selling) and fresh and reason is null;
end $$;
