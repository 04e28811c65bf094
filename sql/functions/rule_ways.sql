-- The ways in which the series of a rule give a pair for a side, in the order in which they are asked: published, or inverse, or a cross over the
-- currency that the rule names. A series that does not have the pair, or that no source has, is a way without legs. Both legs of a cross are
-- straight where they are printed from the source currency towards the target.
create or replace function rule_ways(document jsonb, source_currency text, target_currency text, for_side text)
returns table (
  place integer, is_choice boolean, publisher text, type text, via text, base text, quote text, is_straight boolean,
  other_base text, other_quote text, is_other_straight boolean, first_date date)
language sql stable parallel safe
as $$
  select place, is_choice, publisher, it.type, via, base, quote, base = source_currency, other_base, other_quote, other_base = via, legs.first_date
  from rule_series(document) it
  left join lateral (
    select base, quote, null as other_base, null as other_quote, first_date
    from series
    where via is null and series.source = publisher and series.type = it.type
      and (base = source_currency and quote = target_currency or base = target_currency and quote = source_currency)
    union all
    select one.base, one.quote, other.base, other.quote, greatest(one.first_date, other.first_date)
    from series one
    join series other on other.source = one.source and other.type = one.type
    where one.source = publisher and one.type = it.type
      and (one.base = source_currency and one.quote = via or one.base = via and one.quote = source_currency)
      and (other.base = via and other.quote = target_currency or other.base = target_currency and other.quote = via)
  ) legs on true
  where side is null or side = for_side
$$;
