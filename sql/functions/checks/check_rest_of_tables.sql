-- Holds back the rows of new series (see new_rates) in tables of which five new rows or more and at least half, or three or more and at least two
-- thirds, or two or more that are all those of known series, are held because of their level, and beside prices of their pair that are all held
-- because of theirs: what nothing else is known of was printed by the same hand.
create or replace function check_rest_of_tables(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  if not exists (select from staged_rates where fault = 'level') then
    return; -- to look for new series takes a thirtieth of the time of a large load
  end if;
  with doubted as materialized (
    select date, count(*) filter (where fault = 'level') as held, count(*) as total
    from first_rates(source_code)
    group by date
    having count(*) filter (where fault = 'level') >= least(greatest(5, count(*) / 2.0), greatest(3, count(*) / 1.5))
      or count(*) filter (where is_known) >= 2 and bool_and(fault is not distinct from 'level') filter (where is_known)
        and not exists (select from staged_rates kept where kept.date = first_rates.date and not (kept.fresh and kept.former is null))
  ), doubted_pairs as materialized (
    select date, base, quote
    from first_rates(source_code) it
    group by date, base, quote
    having bool_and(fault is not distinct from 'level') filter (where is_known)
      and not exists (
        select from staged_rates kept
        where (kept.date, kept.base, kept.quote) = (it.date, it.base, it.quote) and not (kept.fresh and kept.former is null)
      )
  )
  update staged_rates
  set fault = 'level', reason = case
    when held is null then format('starts a series beside prices of %s/%s that are held', unknown.base, unknown.quote)
    else format('starts a series in a table of which %s of %s new rates are held', held, total)
  end
  from new_rates(source_code) unknown
  left join doubted using (date)
  left join doubted_pairs on (doubted_pairs.date, doubted_pairs.base, doubted_pairs.quote) = (unknown.date, unknown.base, unknown.quote)
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (unknown.base, unknown.quote, unknown.type, unknown.date)
    and (held is not null or doubted_pairs.date is not null);
end $$;
