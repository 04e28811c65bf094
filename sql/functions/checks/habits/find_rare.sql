-- The features of observed rows that are outside of what is usual, with the rarity of each, into the temporary table rare:
-- * A move is outside by the ranges that it lies beyond the usual one of its series (`beyond`), where a step of its last digit is always usual; so are a
--   spread, and decimals, which are outside only by as many as the significant digits changed: a value may pass a power of ten.
-- * Of the other features each range but the lowest is outside by so many, of a level as many as of a move of its size at most. A common move is that of all rates of its type and table.
-- * Its rarity is the share of the stored observations of its series that were as far outside. As long as there are few, 50 imagined ones count too, of
--   which as many are so far outside as of all series of the source, and of those in turn 50 tables are imagined that are as those of all sources
--   (usual_tail): the rates of a table move together.
--   What is observed now counts where it is more than what is stored, as far as it is of other tables, without what one error makes: a move to it and one back.
-- A level that a usual move explains is not rare: the bank may be the first of a day. Uses the temporary tables observed and usual.
create or replace function find_rare(source_code text)
returns void
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  delete from rare;
  insert into rare
  with outside as materialized (
    select base, quote, type, date, feature, bin, low, high, known, bins, times, is_now,
      case feature
        when 'digits' then least(greatest(bin - high, low - bin), abs(length(ltrim(replace(value::text, '.', ''), '0')) - length(ltrim(replace(before::text, '.', ''), '0'))))
        when 'spread' then greatest(bin - high, low - bin) * ((bin - 32) * (low - 32) < 0 or abs(distance - bin_in_percent(case when bin > high then high + 1 else low end, true) / 100) > 10 ^ (rounding / 8.0 - 6))::integer
        else bin - greatest(high, rounding)
      end as beyond
    from (
      select base, quote, type, date, value, before, distance, rounding, feature, bin
      from observed
      cross join lateral (values ('move', move), ('excess', excess), ('digits', digits), ('spread', spread)) it (feature, bin)
      where is_judged or feature = 'spread'
      union all
      select distinct '', '', type, date, 0, 0, 0, 0, 'shift', shift from observed where is_judged
    ) it
    join usual using (base, quote, type, feature)
    where bin > high or bin < low and feature in ('digits', 'spread')
    union all
    select base, quote, type, date, feature, bin, null, null, null, null, null, null, bin
    from observed
    left join (select base, quote, type, high as move_high from usual where feature = 'move') moves using (base, quote, type)
    cross join lateral (values
      ('twin', twin), ('arrival', case when place = 1 and arrival = 2 then 1 end), ('level', least(level, size_bin(abs(ln(value::float8 / expected))) - greatest(move_high, rounding)))
    ) it (feature, bin)
    where bin > 0 and is_judged
  ), now as materialized (
    select feature, beyond, sum(count(*)) over (partition by feature order by beyond desc) as as_far from outside where beyond > 0 group by feature, beyond
  ), totals as materialized (
    select feature, observed, counts, coalesce((select sum(times) from unnest(counts) times), 0) as known
    from (select count(move), count(excess), count(*), count(spread), count(level), count(distinct (date, type)) filter (where shift is not null) from observed where is_judged) it (moves, excesses, rates, spreads, levels, shifts)
    cross join lateral (values ('move', moves), ('excess', excesses), ('digits', rates), ('spread', spreads), ('twin', rates), ('arrival', rates), ('level', levels), ('shift', shifts)) all_of (feature, observed)
    left join (select feature, counts from habits where source = source_code and subject = '') stored using (feature)
  ), shares as materialized (
    select feature, beyond, known,
      (case when observed > known then greatest(0, as_far - own_moves) * (1 - 1.0 / tables) else (select coalesce(sum(times), 0) from unnest(counts[beyond + 1:]) times) end + imagined * usual_tail(feature, beyond)) / (greatest(known, observed) + imagined) as share,
      case feature when 'digits' then (select coalesce(sum(times), 0) from unnest(counts[2:]) times) * 0.1 ^ (beyond - 1) / greatest(known, 1) else 0 end as at_least
    from now
    join totals using (feature)
    cross join (select 50 * count(*) / tables as imagined_rows, tables, 2 * count(distinct type) as own_moves from observed cross join (select count(distinct date) as tables from observed) it group by tables) it
    cross join lateral (select imagined_rows * case feature when 'digits' then 0.1 else 1 end as imagined) it_imagined
  )
  select base, quote, type, date, feature, bin, beyond, low, high, coalesce(outside.known, shares.known), rarity
  from outside
  join shares using (feature, beyond)
  cross join lateral (
    select coalesce(sum(it.times) filter (where case when outside.bin > high then it.bin >= outside.bin else it.bin <= outside.bin end), 0) - case when is_now then 2 else 0 end as as_far from unnest(bins, times) it (bin, times)
  ) own
  cross join lateral (select greatest(at_least, case when outside.known is null then share else (greatest(0, as_far) + 50 * share) / (outside.known + 50) end)
    + case when feature = 'digits' or feature = 'spread' and (bin - 32) * (low - 32) >= 0 then 2 * rarest() * 0.5 ^ least(outside.known, 99) else 0 end as rarity) it;

  delete from rare level
  using observed
  where level.feature = 'level' and (observed.base, observed.quote, observed.type, observed.date) = (level.base, level.quote, level.type, level.date)
    and abs(ln(before::float8 / expected)) < abs(ln(value::float8 / expected)) / 2
    and not exists (
      select from rare it
      where it.feature in ('move', 'excess') and it.rarity < sqrt(rarest()) and (it.base, it.quote, it.type, it.date) = (level.base, level.quote, level.type, level.date)
    );
end $$;
