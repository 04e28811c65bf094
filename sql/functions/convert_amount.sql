-- An amount at a bank's newest rate of a pair: the exact product with the rate as it is written out, how that rate was derived, and the
-- rates of the table that it was derived from, none for a published one. No row where the pair does not resolve.
create or replace function convert_amount(amount numeric, source_code text, source_currency text, target_currency text)
returns table (converted numeric, rate numeric, rate_date date, rate_type text, method text, legs json)
language sql stable parallel safe
as $$
  select trim_scale(amount * written), written, date, rate_type, method, case method when 'published' then '[]' else legs end
  from resolve_pair(source_code, source_currency, target_currency, 'infinity')
  cross join lateral (select as_written(rate, derived) as written) it
$$;
