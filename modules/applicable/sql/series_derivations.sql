-- The derivations of a pair from a publisher's series of one type: as printed, inverted, or as the cross of two series over `via`. A leg is
-- direct if it is printed from the source currency towards the target. Only series known at the instant count.
create or replace function series_derivations(publisher text, of_type text, via text, source_currency text, target_currency text,
  known timestamptz)
returns table (base text, quote text, is_direct boolean, other_base text, other_quote text, is_other_direct boolean, first_date date)
language sql stable parallel safe
as $$
  select base, quote, true, null, null, null::boolean, first_date
  from series
  where via is null and source = publisher and base = source_currency and quote = target_currency and type = of_type
    and series_known(source, base, quote, type, known)
  union all
  select base, quote, false, null, null, null, first_date
  from series
  where via is null and source = publisher and base = target_currency and quote = source_currency and type = of_type
    and series_known(source, base, quote, type, known)
  union all
  select one.base, one.quote, one.base = source_currency, other.base, other.quote, other.base = via,
    greatest(one.first_date, other.first_date)
  from series one
  join series other on other.source = one.source and other.type = one.type
  where via is not null and one.source = publisher and one.type = of_type
    and (one.base = source_currency and one.quote = via or one.base = via and one.quote = source_currency)
    and (other.base = via and other.quote = target_currency or other.base = target_currency and other.quote = via)
    and series_known(one.source, one.base, one.quote, one.type, known)
      and series_known(other.source, other.base, other.quote, other.type, known)
$$;
