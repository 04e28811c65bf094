-- The pairs published by the most sources, most common first, each in its more common direction.
create or replace function common_pairs(at_most integer)
returns table (source text, target text, banks bigint)
language sql stable parallel safe
as $$
  with published as (
    select base, quote, count(distinct series.source) as banks
    from series
    join sources on sources.code = series.source
    where kind <> 'composite'
    group by base, quote
  ), usual as (
    select distinct on (least(base, quote), greatest(base, quote)) base, quote, published.banks
    from published
    order by least(base, quote), greatest(base, quote), published.banks desc, base
  )
  select base, quote, usual.banks
  from usual
  order by usual.banks desc, base, quote
  limit at_most
$$;
