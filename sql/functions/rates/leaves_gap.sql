-- True if the time between two consecutive dates of a series leaves a part of a period without rates, where the usual time between two
-- dates is `usual` days: before the first date (`earlier` is null), after the last one (`later` is null) of a series that continues, or in
-- an outage of more than two usual times and ten days. Three days more than usual are attributed to holidays. If a series usually has more
-- than a week between two dates, its last date covers that time.
create or replace function leaves_gap(earlier date, later date, usual integer, period_start date, period_end date, has_ended boolean)
returns boolean
language sql immutable parallel safe
return case
  when earlier is null then later - period_start >= usual + 3
  when later is null then earlier + case when usual > 7 then usual else 0 end < period_end and not has_ended
  else later - earlier > 2 * usual + 10
    and least(later, period_end + 1) - greatest(earlier, period_start - 1) > usual + 3
end;
