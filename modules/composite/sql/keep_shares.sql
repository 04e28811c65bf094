-- Stores the banks' contributions to the composite of a day (the columns `currency` and `used` of composite_of), for currencies whose
-- contributions changed. The earlier state stays, for answers as of an earlier instant.
create or replace function keep_shares(of_day date, made jsonb)
returns void
language sql
as $$
  insert into composite_shares (date, currency, known_at, tables, figures)
  select of_day, contributed.currency, clock_timestamp(), contributed.tables, contributed.figures
  from (
    select figure ->> 'currency' as currency,
      array_agg(concat_ws(' ', share ->> 'bank', of_day - (share ->> 'date')::date, array_position(rate_types, share ->> 'rate_type'))
        order by share ->> 'bank') as tables,
      array_agg((share ->> 'rate')::numeric order by share ->> 'bank') as figures
    from jsonb_array_elements(made) figure
    cross join lateral jsonb_array_elements(figure -> 'used') share
    join sources on code = share ->> 'bank'
    group by figure ->> 'currency'
  ) contributed
  left join lateral newest_shares(of_day, contributed.currency, null) stored on true
  where (stored.tables, stored.figures) is distinct from (contributed.tables, contributed.figures)
$$;
