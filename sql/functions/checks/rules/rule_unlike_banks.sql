-- A figure of a series without a past that is away from the rate that two other banks, or a peg, imply. Not of currencies with
-- several rates, which have no level.
create or replace function rule_unlike_banks()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, describe_level(value, expected, by_peg)
  from figures
  where moves < (select setting('past_least')) and days < 3
    and abs(ln(value::float8 / expected)) > ln(1 + (select setting('level_doubt'))) + 10.0::float8 ^ -scale(value) / value::float8
    and not has_regime(base, date) and not has_regime(quote, date)
$$;
