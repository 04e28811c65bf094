-- The rate from one currency to others at a moment, one row a target, none where nobody has it: units of the target for one of the source.
-- It comes from the first feed in the order that has both (see market_values), from the two legs against the dollar of that same feed, and its
-- time is that of the older leg. Other than from the dollar itself it is derived, and written as such.
create or replace function market_rate(source_currency text, targets text[], moment timestamptz)
returns table (target text, rate numeric, "time" timestamptz, class text)
language sql stable parallel safe
as $$
  with legs as materialized (
    select * from market_values(targets || source_currency, moment)
  ), answers as (
    select it.currency as target, it.rate, it.time, it.class, it.place
    from legs it
    where source_currency = 'USD'
    union all
    select 'USD', divide(1, own.rate), own.time, own.class, own.place
    from legs own
    where own.currency = source_currency and 'USD' = any(targets)
    union all
    select it.currency, divide(it.rate, own.rate), least(it.time, own.time), it.class, it.place
    from legs it
    join legs own using (feed)
    where own.currency = source_currency
  )
  select distinct on (answers.target) answers.target, as_written(answers.rate, source_currency <> 'USD'), answers.time, answers.class
  from answers
  where answers.target <> source_currency
  order by answers.target, answers.place
$$;
