-- The days on which the published rates of a pair in a window hold, where their document prints a validity, as known at a moment (null: now).
-- The method is how the rate follows from the published one: published where it is printed in this direction, inverse in the other.
create or replace function pair_validity(
  source_code text, source_currency text, target_currency text, from_date date, to_date date, known timestamptz default null)
returns table (date date, type text, method text, valid_from date, valid_to date)
language sql stable parallel safe
as $$
  select date, type, case base when source_currency then 'published' else 'inverse' end, valid_from, valid_to
  from rates
  where source = source_code and (base, quote) in ((source_currency, target_currency), (target_currency, source_currency))
    and date between from_date and to_date
    and (valid_from is not null or valid_to is not null)
    and (known is null or known_at <= known)
  union all
  select date, type, case base when source_currency then 'published' else 'inverse' end, valid_from, valid_to
  from rate_revisions
  where source = source_code and (base, quote) in ((source_currency, target_currency), (target_currency, source_currency))
    and date between from_date and to_date
    and (valid_from is not null or valid_to is not null)
    and known_at <= known and known_until > known
$$;
