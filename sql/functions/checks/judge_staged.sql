-- Sets the verdict of each staged row: the gravest of the rules that name it in check_rules, and among equals the first. A row that would
-- wait is served, with the reason as its doubt, if its publisher printed it again.
create or replace function judge_staged()
returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  rule record;
begin
  for rule in
    select name, fault, array_position(array['doubt', 'wait', 'refuse'], verdict) as gravity, row_number() over () as place
    from check_rules()
  loop
    execute format('insert into verdicts select base, quote, type, date, %L, %L, %s, %s, reason from rule_%s()', rule.name, rule.fault,
      rule.gravity, rule.place, rule.name);
  end loop;

  update staged_rates staged
  set fault = case when gravity = 3 or gravity = 2 and not is_confirmed then gravest.fault end,
    reason = case when gravity = 3 or gravity = 2 and not is_confirmed then gravest.reason end,
    doubt = case when gravity = 1 then gravest.reason when gravity = 2 and is_confirmed
      then gravest.reason || '; the publisher printed it again' end
  from (
    select distinct on (base, quote, type, date) *
    from verdicts
    order by base, quote, type, date, gravity desc, place
  ) gravest
  where fresh and (staged.base, staged.quote, staged.type, staged.date) = (gravest.base, gravest.quote, gravest.type, gravest.date);
end $$;
