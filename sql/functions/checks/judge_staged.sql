-- Holds back observed rows with a feature rarer than rarity_threshold, or several features that are together far rarer (see find_rare).
-- * A value is held for its move, for its level beside the other banks, or with its whole table for their common move, if the next value returns or there
--   is none yet. Up to three values between two such moves that cancel each other are held too. A value without a next one passes if the other banks have
--   its level or moved with it, or if another bank has a pending value with the same move (see pending_at_other_banks).
-- * The first rate of a series is held if there is no next one, unless it is as close to the other banks as they are to one another. A new series is held
--   if its first or last rate is farther from the consensus than max_consensus_distance.
-- * Two prices are held for their distance, and so are two pairs for an equal value that was not equal before. Decimals hold their own row.
-- * A value that confirms one held within confirmation_days before it passes, except for prices whose order was never seen.
-- * A whole table is held if more of its pairs are odd or still than ever before (see find_odd_tables).
-- Uses the temporary tables observed, observed_tables, rare and staged_rates.
create or replace function judge_staged(source_code text)
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  threshold constant float8 := rarity_threshold();
  joint_threshold constant float8 := joint_rarity_threshold();
  max_gap constant integer := 3; -- values between two moves that cancel each other
  arrival_tolerance constant float8 := 0.02;
  confirmation constant integer := confirmation_days();
  zero constant integer := zero_bin();
  -- A source with few tables may be one that repeats them, above all on weekends: the rarity is this much larger, times a decay for each known table.
  weekday_margin constant numeric := 0.0005;
  weekday_decay constant numeric := 0.5;
  weekend_margin constant numeric := 0.0075;
  weekend_decay constant numeric := 0.7;
begin
  update rare
  set is_suspect = true
  from (
    select base, quote, type, date
    from (
      select base, quote, type, date, kind, min(rarity) as rarity
      from rare
      cross join lateral (select case when feature = 'excess' then 'move' else feature end as kind) it
      where rarity < joint_threshold
      group by base, quote, type, date, kind
    ) it
    group by base, quote, type, date
    having min(rarity) < threshold or count(*) >= 2 and exp(sum(ln(rarity))) < threshold / 10
  ) joint
  where (rare.base, rare.quote, rare.type, rare.date) = (joint.base, joint.quote, joint.type, joint.date);

  if exists (select from rare where is_suspect) or exists (select from observed where arrival > 0 and is_judged) then -- planning the next statement takes long
    with suspects as materialized (
      select base, quote, type, date, feature, bin, low, high, known, rarity, case when feature = 'excess' then 'move' else feature end as kind
      from rare
      where is_suspect and base <> '' and rarity < joint_threshold
      union all
      select observed.base, observed.quote, observed.type, date, feature, bin, low, high, known, rarity, 'move'
      from rare
      join observed using (type, date)
      where is_suspect and rare.base = '' and is_judged and step * common > 0 and abs(step) > abs(common) / 2
    ), found as materialized (
      select distinct on (base, quote, type, date, kind) suspects.*, observed.value, before, day_before, after, other_type, printed_digits,
        step, common, distance, expected, extent, place, rows,
        exists (
          select
          from quarantine it
          where it.source = source_code and status = 'pending' and (it.base, it.quote, it.type) = (suspects.base, suspects.quote, suspects.type)
            and it.date::date between suspects.date - confirmation and suspects.date - 1
            and case
              when kind in ('move', 'level') then it.fault in ('level', 'table') and abs(ln(observed.value::float8 / it.rate::float8)) < greatest(extent, abs(step)) / 4
              when kind = 'arrival' then it.fault = 'level'
              when kind = 'spread' then it.fault = 'gap' and (low - zero) * (bin - zero) > 0
              else it.fault = kind
            end
        ) as is_confirming
      from suspects
      join observed using (base, quote, type, date)
      cross join lateral (select abs(case feature when 'level' then ln(observed.value::float8 / expected) else step end) as extent) it
      order by base, quote, type, date, kind, rarity
    ), moves as materialized (
      select *, lead(date) over series as next_date, lead(place) over series as next_place, greatest(rarity, lead(rarity) over series) as weaker_rarity,
        lead(step) over series as next_step, lead(stay) over series as next_stay
      from (
        select distinct on (base, quote, type, date) *, ln(after::float8 / before::float8) as stay
        from found
        where kind in ('move', 'level') and before is not null
        order by base, quote, type, date, rarity
      ) it
      window series as (partition by base, quote, type order by date)
    ), spans as materialized ( -- the days up to `until` that a move makes suspect
      select *, case
          when weaker_rarity < threshold and abs(step + next_step) < abs(step) / 10 and next_place - place <= least(max_gap, rows / 2) then next_date
          when stay is null or abs(stay) < abs(step) / 2 and (day_before < date or abs(next_stay) < abs(step) / 2) is not false then date + 1
        end as until
      from moves
      where not is_confirming and (feature = 'shift' or expected is null or abs(ln(value::float8 / expected)) > extent / 2)
    ), compared as materialized (
      select spans.*, consensus.median, consensus.banks, abs(ln(value::float8 / consensus.median) - ln(before::float8 / former.median)) as off_others
      from spans
      left join lateral (select * from consensus_of(source_code, base, quote, date) where after is null) consensus on true
      left join lateral (select * from consensus_of(source_code, base, quote, day_before) where after is null) former on true
      where until is not null
    ), arrivals as ( -- the first and the last row of new series, with the days of the series
      select *, min(date) over series as first_day, max(date) over series as last_day
      from observed
      where arrival > 0 and is_judged and place in (1, rows)
      window series as (partition by base, quote, type)
    ), held as (
      select base, quote, type, date, until, rarity, 'level' as fault,
        case feature
          when 'level' then format('%s, which the other banks imply; of %s rates of the source %s %% were as far off',
            describe_ratio(value, round_significant(expected::numeric, 6)), known, round_significant((100 * rarity)::numeric, 1))
          else format('%s on %s; of %s moves of %s 95 %% were less than %s %% for a day', describe_ratio(value, before), day_before, known,
            case feature when 'shift' then 'its tables' else 'the series' end, bin_in_percent(high + 1))
        end || case feature when 'excess' then format(' beside its table, which moved %s %%', round((100 * (exp(common) - 1))::numeric, 2))
          when 'shift' then format(', and this one moved %s %%', round((100 * (exp(common) - 1))::numeric, 2)) else '' end
          || case when median is null then '' else '; ' || describe_consensus(banks, median) end as reason
      from compared
      where (off_others is null or off_others > extent / 2) and not pending_at_other_banks(source_code, base, quote, date, step)
      union all
      select base, quote, type, date, date + 1, rarity, 'level',
        format('is the first of its series in a source of which %s rates are known; it is kept when the next table has it too', known)
        || case when median is null then '' else '; ' || describe_consensus(banks, median) end
      from found
      left join lateral consensus_of(source_code, base, quote, date) consensus on true
      where kind = 'arrival' and not is_confirming and after is null and (median is null or abs(ln(value::float8 / median)) > greatest(arrival_tolerance, 3 * spread))
      union all
      select arrivals.base, arrivals.quote, arrivals.type, first_day, last_day + 1, 0, 'level',
        format('starts a series: %s, the median of %s other banks', describe_ratio(value, round_significant(median::numeric, 6)), banks)
      from arrivals
      cross join lateral consensus_of(source_code, base, quote, date)
      where rounded_log_distance(value::float8, 0.5 * 10.0 ^ -scale(value), median)
        > max_consensus_distance(banks, (select cadence in ('daily', 'weekly') from sources where code = source_code))
      union all
      select base, quote, type, date, date + 1, rarity, case kind when 'spread' then 'gap' else kind end, case kind
          when 'spread' then format('%s %s is %s %% %s %s; in %s tables before it was %s to %s %%', type, value, abs(round((100 * (exp(distance) - 1))::numeric, 2)),
            case when distance < 0 then 'below' else 'above' end, other_type, known, bin_in_percent(low, true), bin_in_percent(high + 1, true))
          when 'digits' then format('%s has %s decimals; in %s tables before 90 %% had %s to %s', value, printed_digits, known, low, high)
          else format('%s is the value of another pair of its table too, and was not in the table before', value)
        end
      from found
      where kind in ('spread', 'digits', 'twin') and not is_confirming
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
  end if;

  update staged_rates
  set fault = it.fault, reason = it.reason
  from (
    select distinct on (date) date, case feature when 'odd' then 'table' else 'date' end as fault, case feature
        when 'odd' then format('is in a table of which %s of %s pairs are unusual; of %s tables before %s were so', doubted, pairs, it.known, it.as_far)
        else format('is in a table that repeats the values of %s of its %s pairs from %s; of %s tables before %s were so', equal_pairs, pairs, day_before, it.known, it.as_far)
      end as reason
    from (
      select *, count(*) over (partition by feature) as now, count(*) over (partition by feature order by bin desc) as as_far
      from observed_tables
      cross join lateral (values ('odd', odd), ('still', still)) all_of (feature, bin)
    ) table_feature
    cross join lateral (
      select coalesce(sum(times), 0) as stored, coalesce(sum(times) filter (where place > bin), 0) as stored_as_far
      from (select * from habits where source = source_code and subject = '' and habits.feature = table_feature.feature) it
      cross join lateral unnest(counts) with ordinality all_of (times, place)
    ) stored
    cross join lateral (select greatest(stored, now) as known, case when stored >= now then stored_as_far else as_far - 1 end as as_far) it
    cross join lateral (select least(it.known, 99) as decays) few -- more would underflow
    where bin > 0 and smoothed_share(it.as_far, it.known, prior_tail(feature, bin)) + case
        when feature = 'odd' then 0
        when extract(isodow from date) > 5 then weekend_margin * weekend_decay ^ decays
        else weekday_margin * weekday_decay ^ decays
      end < threshold
    order by date, bin desc
  ) it
  where staged_rates.date = it.date and fresh and former is null and staged_rates.reason is null;
end $$;
