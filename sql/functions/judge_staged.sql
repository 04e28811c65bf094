-- Holds back the observed rows of which a feature is rarer than the bound (see rarest and rare_features), or two independent ones than its root:
-- * a move: a value that the one after it leaves again, or that nothing follows; the values between two such moves that cancel each other, fewer than
--   half of the document's of the series; the first value of a series. Not where the other banks moved with it (see consensus_of), or one of them has it on the day, nor what another bank
--   waits with (see waits_elsewhere). A level that is kept passes;
-- * the first rate of a series that nothing follows, unless the other banks are as near to it as to one another; and every new series of which the first or
--   the last rate is off from them by more than a new series may be (see allowed_off_consensus);
-- * the distance between two prices holds both, and so do equal values that were not equal before; decimals hold their row.
-- A table waits whole where it has more pairs that wait than ever by chance: n of them at the root of the bound each.
-- Uses the temporary tables observed and staged_rates.
create or replace function judge_staged(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
begin
  with rare as materialized (
    select * from rare_features(source_code)
  ), joint as ( -- the rarest of the independent features: the two moves are not
    select base, quote, type, date
    from (select base, quote, type, date, min(rarity) as rarity from rare group by base, quote, type, date, case feature when 'excess' then 'move' else feature end) it
    group by base, quote, type, date
    having min(rarity) < rarest() or count(*) >= 2 and exp(sum(ln(rarity))) < rarest() / 10
  ), suspects as materialized (
    select rare.*, observed.value, before, day_before, after, is_new, observed.is_judged, other_type, printed_digits, common, off, excess_off, distance, place, rows
    from joint
    join rare using (base, quote, type, date)
    join observed using (base, quote, type, date)
  ), moves as materialized (
    select it.*, ln(value::float8 / before::float8) as step, ln(after::float8 / before::float8) as stay,
      lead(date) over series as next_date, lead(place) over series as next_place, greatest(rarity, lead(rarity) over series) as rarer, lead(ln(value::float8 / before::float8)) over series as next_step
    from (select distinct on (base, quote, type, date) * from suspects where feature in ('move', 'excess') and before is not null order by base, quote, type, date, rarity) it
    window series as (partition by base, quote, type order by date)
  ), spans as materialized ( -- the days that a move makes doubtful
    select *, case
        when rarer < rarest() and abs(step + next_step) < abs(step) / 10 and 2 * (next_place - place) < rows then next_date
        when stay is null or abs(stay) < abs(step) / 2 then date + 1
      end as until
    from moves
  ), weighed as materialized (
    select spans.*, consensus.median, consensus.banks,
      abs(ln(value::float8 / consensus.median) - ln(before::float8 / former.median)) as off_others, consensus.spread as others_spread
    from spans
    left join lateral consensus_of(source_code, base, quote, date) consensus on true
    left join lateral consensus_of(source_code, base, quote, day_before) former on true
    where until is not null
  ), arrivals as ( -- the first and the last row of new series, and the days that they stand for
    select *, min(date) over series as first_day, max(date) over series as last_day
    from observed
    where arrival > 0 and is_judged and place in (1, rows)
    window series as (partition by base, quote, type)
  ), held as (
    select base, quote, type, date, until, feature, rarity, 'level' as fault,
      format('%s on %s; ', compared_with(value, before), day_before)
        || format('of %s moves of the series 95 %% were less than %s %% for a day', known, bin_in_percent(high + 1))
        || case when feature = 'excess' then format(' beside its table, which moved %s %%', round((100 * (exp(common) - 1))::numeric, 2)) else '' end
        || case when median is null then '' else '; ' || banks_in_words(banks, median) end as reason
    from weighed
    where (off_others is null or off_others > abs(step) / 2)
      and not exists ( -- a row of a table before waits on the same level: it is kept
        select
        from quarantine it
        where it.source = source_code and status = 'pending' and fault in ('level', 'table') and (it.base, it.quote, it.type) = (weighed.base, weighed.quote, weighed.type)
          and it.date::date between weighed.date - 31 and weighed.date - 1 and abs(ln(value::float8 / it.rate::float8)) < abs(step) / 4
      )
      and not waits_elsewhere(source_code, base, quote, date, step)
      and not exists (
        select
        from resolve_pair(null, base, quote, weighed.date) other
        join sources on code = other.source and kind <> 'composite'
        where other.source <> source_code and other.date = weighed.date and abs(ln(value::float8 / other.rate::float8)) < abs(step) / 4
      )
    union all
    select base, quote, type, date, date + 1, feature, rarity, 'level', format('is the first of its series in a source of which %s rates are known; it is kept when the next table has it too', known)
      || case when median is null then '' else '; ' || banks_in_words(banks, median) end
    from suspects
    left join lateral consensus_of(source_code, base, quote, date) consensus on true
    where feature = 'arrival' and after is null and (median is null or abs(ln(value::float8 / median)) > greatest(0.02, 3 * spread))
    union all
    select arrivals.base, arrivals.quote, arrivals.type, first_day, last_day + 1, 'arrival', 0, 'level',
      format('starts a series: %s, the median of %s other banks', compared_with(value, round_significant(median::numeric, 6)), banks)
    from arrivals
    cross join lateral consensus_of(source_code, base, quote, date)
    where least_off(value::float8, 0.5 * 10.0 ^ -scale(value), median) > allowed_off_consensus(banks, (select cadence in ('daily', 'weekly') from sources where code = source_code))
    union all
    select base, quote, type, date, date + 1, feature, rarity, 'gap',
      format('%s %s is %s %% %s %s; in %s tables before it was %s to %s %%', type, value, abs(round((100 * (exp(distance) - 1))::numeric, 2)), case when distance < 0 then 'below' else 'above' end, other_type, known,
        distance_in_percent(low), distance_in_percent(high + 1))
    from suspects
    where feature = 'spread'
    union all
    select base, quote, type, date, date + 1, feature, rarity, 'digits', format('%s has %s decimals; in %s tables before 90 %% had %s to %s', value, printed_digits, known, low, high)
    from suspects
    where feature = 'digits'
    union all
    select base, quote, type, date, date + 1, feature, rarity, 'twin', format('%s is the value of another pair of its table too, and was not in the table before', value)
    from suspects
    where feature = 'twin'
  )
  update staged_rates
  set fault = it.fault, reason = it.reason
  from (
    select distinct on (staged.base, staged.quote, staged.type, staged.date) staged.base, staged.quote, staged.type, staged.date, held.fault, held.reason
    from held
    join staged_rates staged on (staged.base, staged.quote) = (held.base, held.quote) and staged.date >= held.date and staged.date < held.until
      and (staged.type = held.type or held.fault = 'gap')
    order by staged.base, staged.quote, staged.type, staged.date, rarity
  ) it
  where (staged_rates.base, staged_rates.quote, staged_rates.type, staged_rates.date) = (it.base, it.quote, it.type, it.date) and fresh and staged_rates.reason is null;

  update staged_rates
  set fault = 'table', reason = format('is in a table of which %s of %s new pairs wait', held, pairs)
  from (
    select date, pairs, held
    from (
      select date, count(distinct (base, quote)) as pairs, count(distinct (base, quote)) filter (where reason is not null) as held
      from staged_rates
      where fresh
      group by date
    ) it
    where held > 1 and (pairs * sqrt(rarest())) ^ held / factorial(least(held, 100)) < rarest()
  ) doubted
  where staged_rates.date = doubted.date and fresh and reason is null;
end $$;
