-- Every rate as it was known at a moment; as it is known now where the moment is null.
create or replace function rates_known(known timestamptz)
returns table (source text, base text, quote text, type text, date date, value numeric, unit text, publication_id bigint)
language sql stable parallel safe
as $$
  select source, base, quote, type, date, value, unit, publication_id
  from rates
  where known is null or known_at <= known
  union all
  select source, base, quote, type, date, value, unit, publication_id
  from rate_revisions
  where known_at <= known and known_until > known
$$;
