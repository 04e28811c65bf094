-- The currencies of some sources (see family_d_sources), with the first and the last day and the keys of the
-- sources; without `banks` also the pegged ones, from the later start of the peg and its anchor to the end of the anchor.
create or replace function family_d_currencies(banks text[] default null)
returns table (code text, start_date date, end_date date, keys text[])
language sql stable parallel safe
as $$
  with published as materialized (
    select quoted.code, min(first_date) as start_date, max(last_date) as end_date, array_agg(distinct upper(key)) as keys
    from family_d_sources(banks) wanted
    cross join lateral (
      select base, quote, first_date, last_date from series where series.source = wanted.source and documents is null
      union all
      select base, quote, min(date), max(date)
      from rates
      join publications on publications.id = publication_id
      where rates.source = wanted.source and url like documents
      group by base, quote
    ) pairs
    cross join lateral (values (base), (quote)) quoted (code)
    group by quoted.code
  )
  select published.code, published.start_date, published.end_date, published.keys
  from published
  union all
  select currency, greatest(since, published.start_date), published.end_date, '{}'
  from family_d_pegs()
  join published on published.code = anchor
  where banks is null and not exists (select from published own where own.code = currency)
  order by 1
$$;
