-- Every threshold of the checks, with what it was set by. A moved value counts as `alter database … set ratebook.<name> = …`.
create or replace function check_settings()
returns table (name text, value float8, unit text, meaning text, set_by text)
language sql stable
as $$
  select name, coalesce(nullif(current_setting('ratebook.' || name, true), '')::float8, value), unit, meaning, set_by
  from (values
    ('recent_days', 30, 'days', 'rows dated in so many days before their document was fetched can wait',
      'judgement: what a publisher let stand for a month, it means'),
    ('said_hours', 12, 'hours', 'hours after which an unchanged print counts as said again', 'publishers correct a wrong table on its day'),
    ('neighbour_days', 400, 'days', 'days within which a rate is a neighbour of another', 'yearly rates'),
    ('code_early_days', 7, 'days', 'days before the first day of a currency on which its code is valid already',
      'publishers changed over a weekend'),
    ('code_late_days', 730, 'days', 'days after the last day of a currency on which its code is valid still, in a series that had it',
      'euro changeovers'),
    ('bank_days', 5, 'days', 'days for which the newest rate of another bank counts', 'long weekends'),
    ('banks_least', 2, 'banks', 'other banks that make a level', 'one may be wrong'),
    ('banks_spread', 0.02, 'share', 'median distance of banks that agree on a level', 'judgement: parallel rates differ by more'),
    ('past_rates', 250, 'rates', 'rates of a series that are its past', 'a year of working days'),
    ('past_least', 20, 'moves', 'moves without which a series has no past of its own', 'below it the largest move says little'),
    ('broken_factor', 8, 'times', 'a figure so many times above or below both neighbours, which agree, is broken',
      'judgement: no true figure; a slipped point is ten'),
    ('broken_agree', 0.1, 'share', 'difference of neighbours that agree', 'judgement, not measured'),
    ('move_factor', 3, 'times', 'times the largest move of the past of its series', 'judgement, not measured'),
    ('move_first', 0.1, 'share', 'largest move of a day of a series without a past', 'judgement: official rates move less but in a devaluation'),
    ('pool_factor', 2, 'times', 'times the size that 95 % of the moves of all pairs stay below; a source with few tables moves less as a whole',
      'judgement: a calm month says little of the next'),
    ('keep_share', 0.34, 'share', 'distance of a value from one that waits, as a share of its move, up to which it keeps the level',
      'crises: a currency that fell goes on moving'),
    ('level_factor', 6, 'times', 'times the spread of the other banks around their level', 'judgement, not measured'),
    ('level_least', 0.01, 'share', 'smallest distance from the level of the other banks', 'judgement: banks fix at different hours'),
    ('shift_first', 0.03, 'share', 'distance of a whole table from the level of two other banks, or of a peg, without a past',
      '132 first tables: one in 130 is more than 1.6 % away'),
    ('level_first', 0.05, 'share', 'distance from the level of two other banks, or of a peg, without a past',
      'judgement: parallel rates are official tables of their own'),
    ('level_period', 0.1, 'share', 'distance of rates of a month or longer from the level of two other banks',
      'judgement: they are of the month before'),
    ('level_doubt', 0.02, 'share', 'distance from the level of two other banks that is a doubt, without a past', 'judgement: banks fix at different hours'),
    ('spread_factor', 3, 'times', 'times the largest distance of two prices in the past of their pair, or a part of the smallest', 'judgement, not measured'),
    ('repeat_share', 0.5, 'share', 'share of the moving pairs that repeat the table before, unseen in the past', 'judgement, not measured'),
    ('copy_factor', 2, 'times', 'times the moving pairs that the third most similar table of the year before has in common',
      'judgement: it has them by chance alone'),
    ('quorum', 5, 'pairs', 'pairs, or tables, without which a share says nothing', 'a share of fewer is chance'),
    ('lost_share', 0.7, 'share', 'a table with fewer of the pairs of the table before lost them', 'judgement, not measured'),
    ('rhythm_tables', 20, 'tables', 'tables after which a weekday that had none is off the rhythm', 'four weeks of a daily source'),
    ('change_share', 0.8, 'share', 'share of the other figures that fit their printed changes', 'judgement, not measured'),
    ('digits_least', 100, 'moves', 'moves of a series that always had as many decimals, of which one figure has fewer', 'judgement, not measured'),
    ('odd_share', 0.34, 'share', 'share of doubtful pairs that makes their table doubtful', 'judgement: crises move fewer'),
    ('unusual_factor', 3, 'times', 'times the size that 95 % of the moves of a series stay below; such a figure is served with a doubt',
      'judgement, not measured')
  ) it (name, value, unit, meaning, set_by)
$$;
