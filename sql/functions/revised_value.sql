-- What a rate was at a moment, by its revisions; null where it was not known then.
create or replace function revised_value(of_source text, of_base text, of_quote text, of_type text, of_date date, known timestamptz)
returns numeric
language sql stable parallel safe
as $$
  select value
  from rate_revisions
  where source = of_source and base = of_base and quote = of_quote and type = of_type and date = of_date
    and known_at <= known and known_until > known
$$;
