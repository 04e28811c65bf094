-- Writes the features of observed rows that lie outside their usual ranges into the temporary table rare, with `beyond`, the number of bins outside, and
-- the rarity of each.
-- * A move is outside by its distance from the usual range of its series; a step of the last digit is always usual. So is a spread. Decimals are outside
--   by no more than the change in significant digits, because a value may pass a power of ten.
-- * Other features are outside by their bin, a level by no more than a move of its size. A common move is one of all rates of a type and table.
-- * The rarity is the share of the stored observations of the series that were as far outside, smoothed by prior observations with the share of all
--   series of the source. That share is smoothed by prior tables with the share of all sources (prior_tail), because the rates of a table move together.
-- * If the document has more observations than are stored, these count instead, except those of the same table and of a move to an error and back.
-- A level that a usual move explains is not rare, because the bank may be the first of a day. Uses the temporary tables observed and usual.
create or replace function find_rare(source_code text)
returns void
language plpgsql set enable_nestloop = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  weight constant integer := prior_weight();
  digits_weight constant numeric := 0.1; -- of the prior: each bank prints decimals in its own way
  digits_decay constant numeric := 0.1; -- a bank that omits one zero omits two in one of ten such cases
  single_decay constant numeric := 0.5; -- a single observation of a spread or of decimals never suffices
  threshold constant float8 := rarity_threshold();
  joint_threshold constant float8 := joint_rarity_threshold();
  zero constant integer := zero_bin();
begin
  delete from rare;
  insert into rare
  with outside as materialized (
    select base, quote, type, date, feature, bin, low, high, known, bins, times, is_now,
      case feature
        when 'digits' then least(greatest(bin - high, low - bin), abs(length(ltrim(replace(value::text, '.', ''), '0')) - length(ltrim(replace(before::text, '.', ''), '0'))))
        when 'spread' then greatest(bin - high, low - bin) * (
          (bin - zero) * (low - zero) < 0
          or abs(distance - bin_in_percent(case when bin > high then high + 1 else low end, true) / 100) > 10 ^ (rounding / 8.0 - 6))::integer
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
      ('twin', twin), ('arrival', case when place = 1 and arrival = 2 then 1 end),
      ('level', least(level, size_bin(abs(ln(value::float8 / expected))) - greatest(move_high, rounding)))
    ) it (feature, bin)
    where bin > 0 and is_judged
  ), now as materialized (
    select feature, beyond, sum(count(*)) over (partition by feature order by beyond desc) as as_far from outside where beyond > 0 group by feature, beyond
  ), totals as materialized (
    select feature, observed, counts, coalesce((select sum(times) from unnest(counts) times), 0) as known
    from (
      select count(move), count(excess), count(*), count(spread), count(level), count(distinct (date, type)) filter (where shift is not null)
      from observed
      where is_judged
    ) it (moves, excesses, rates, spreads, levels, shifts)
    cross join lateral (
      values ('move', moves), ('excess', excesses), ('digits', rates), ('spread', spreads), ('twin', rates), ('arrival', rates), ('level', levels), ('shift', shifts)
    ) all_of (feature, observed)
    left join (select feature, counts from habits where source = source_code and subject = '') stored using (feature)
  ), shares as materialized (
    select feature, beyond, known,
      smoothed_share(
        case when observed > known then greatest(0, as_far - own_moves) * (1 - 1.0 / tables) else (select coalesce(sum(times), 0) from unnest(counts[beyond + 1:]) times) end,
        greatest(known, observed), prior_tail(feature, beyond), prior_rows * case feature when 'digits' then digits_weight else 1 end) as share,
      case feature when 'digits' then (select coalesce(sum(times), 0) from unnest(counts[2:]) times) * digits_decay ^ (beyond - 1) / greatest(known, 1) else 0 end as at_least
    from now
    join totals using (feature)
    cross join (
      select weight * count(*) / tables as prior_rows, tables, 2 * count(distinct type) as own_moves
      from observed
      cross join (select count(distinct date) as tables from observed) it
      group by tables
    ) it
  )
  select base, quote, type, date, feature, bin, beyond, low, high, coalesce(outside.known, shares.known), rarity
  from outside
  join shares using (feature, beyond)
  cross join lateral (
    select coalesce(sum(it.times) filter (where case when outside.bin > high then it.bin >= outside.bin else it.bin <= outside.bin end), 0)
      - case when is_now then 2 else 0 end as as_far
    from unnest(bins, times) it (bin, times)
  ) own
  cross join lateral (
    select greatest(at_least, case when outside.known is null then share else smoothed_share(greatest(0, as_far), outside.known, share) end)
    + case when feature = 'digits' or feature = 'spread' and (bin - zero) * (low - zero) >= 0 then 2 * threshold * single_decay ^ least(outside.known, 99) else 0 end as rarity
  ) it;

  delete from rare level
  using observed
  where level.feature = 'level' and (observed.base, observed.quote, observed.type, observed.date) = (level.base, level.quote, level.type, level.date)
    and abs(ln(before::float8 / expected)) < abs(ln(value::float8 / expected)) / 2
    and not exists (
      select from rare it
      where it.feature in ('move', 'excess') and it.rarity < joint_threshold and (it.base, it.quote, it.type, it.date) = (level.base, level.quote, level.type, level.date)
    );
end $$;
