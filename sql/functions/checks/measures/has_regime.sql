-- Whether a currency had multiple exchange rates on a day.
create or replace function has_regime(of_currency text, day date)
returns boolean
language sql stable parallel safe
as $$
  select exists (select from regimes where currency = of_currency and since <= day and coalesce(until, day) >= day)
$$;
