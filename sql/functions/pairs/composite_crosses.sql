-- The rates of one currency in others from the stored composite in a window, both other than the dollar: the median of what the banks
-- behind both figures give in one table, rate type and day, with their number. Without a common bank it is the quotient of the two figures.
-- `targets` limits the others.
create or replace function composite_crosses(
  source_currency text, targets text[], from_date date, to_date date, known timestamptz default null)
returns table (date date, target text, rate numeric, banks bigint)
language sql stable parallel safe
as $$
  with dollar as materialized (
    select rates.date, quote, value_known(rates, known) as value, shares.tables, shares.figures
    from rates
    left join lateral newest_shares(rates.date, quote, known) shares on true
    where rates.source = 'composite' and base = 'USD' and type = 'composite' and rates.date between from_date and to_date
      and (quote = source_currency or targets is null or quote = any(targets))
  )
  select date, other.quote, coalesce(common.rate, divide(other.value, own.value)), common.banks
  from (select date, value, tables, figures from dollar where quote = source_currency) own
  full join (select date, quote, value, tables, figures from dollar where quote <> source_currency) other using (date)
  cross join lateral common_median(other.tables, other.figures, own.tables, own.figures) common
  where num_nonnulls(own.value, other.value) = 2 -- a full join is never planned as a nested loop
$$;
