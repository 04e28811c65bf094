-- A figure with fewer decimals than ever before, in a table with five such figures or in a series that always had at least as many.
create or replace function rule_digits()
returns table (base text, quote text, type text, date date, reason text)
language sql
as $$
  select base, quote, type, date, format('has %s decimals; in %s tables before it had %s or more', scale(value), moves + 1, digits)
  from (
    select *, count(*) over (partition by date) as short
    from figures
    where may_wait and not confirms and scale(value) < digits and moves >= (select setting('past_least'))
  ) it
  where short >= (select setting('quorum')) or digits = most_digits and moves >= (select setting('digits_least'))
$$;
