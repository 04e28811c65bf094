-- The rules of the checks. The rule <name> is the function rule_<name>, which returns the rows that it names with a reason. It reads only
-- the measurements, so that no rule depends on another one's verdict. `refuse` keeps a row back for good, `wait` until its publisher prints
-- it again, and `doubt` serves it with the reason. If a row has several verdicts, the gravest counts, and among equals the first in this
-- list. `fault` is the kind that quarantine stores. `threshold` is a setting of check_settings.
create or replace function check_rules()
returns table (name text, verdict text, fault text, meaning text, threshold text)
language sql immutable parallel safe
as $$
  select substr(function, 6), verdict, fault, meaning, threshold
  from (values
    ('rule_rejected', 'refuse', 'row', 'an operator rejected the figure', null),
    ('rule_peer', 'refuse', 'peer', 'a peer''s document changes a rate that the publisher itself sent', null),
    ('rule_request', 'refuse', 'date', 'the document ends before the days for which the run asked', null),
    ('rule_invalid_code', 'refuse', 'name', 'a code that was not yet valid, or is no longer and contradicts its successor',
      'code_late_days'),
    ('rule_broken', 'refuse', 'broken', 'a figure many times above or below both its neighbours', 'broken_factor'),
    ('rule_repeat', 'wait', 'table', 'a table that repeats the one before, which none of the past did', 'repeat_share'),
    ('rule_copy', 'wait', 'table', 'a table that repeats one of the year before', 'copy_factor'),
    ('rule_together', 'wait', 'table', 'a table that moved as a whole as none before', 'move_factor'),
    ('rule_banks', 'wait', 'table', 'a table that is, as a whole, off the other banks', 'shift_first'),
    ('rule_weekday', 'wait', 'table', 'a daily table dated a weekday that none of the past had', 'rhythm_tables'),
    ('rule_lost', 'wait', 'table', 'a table that lost pairs as none of the past did', 'lost_share'),
    ('rule_change', 'wait', 'price', 'a figure that contradicts its printed change', 'change_share'),
    ('rule_digits', 'wait', 'price', 'a figure with fewer decimals than any of the past', 'digits_least'),
    ('rule_spread', 'wait', 'price', 'two prices farther from each other, or nearer, than in the past', 'spread_factor'),
    ('rule_move', 'wait', 'move', 'a move larger than all of the past', 'move_factor'),
    ('rule_level', 'wait', 'move', 'a figure far from the rate that the other banks imply', 'level_first'),
    ('rule_replaced', 'wait', 'move', 'the first figure of a series in place of another one', 'level_least'),
    ('rule_share', 'wait', 'table', 'a table of which many figures are doubtful', 'odd_share'),
    ('rule_repeated_correction', 'wait', 'correction', 'a correction by the figures of another stored table', 'repeat_share'),
    ('rule_table_correction', 'wait', 'correction', 'a correction of most of a table, in a document without a newer one', 'quorum'),
    ('rule_correction', 'wait', 'correction', 'a correction that moves a figure away from its neighbours or the other banks', null),
    ('rule_former_code', 'doubt', null, 'a code that is no longer valid, which nothing contradicts', 'code_late_days'),
    ('rule_unlike_banks', 'doubt', null, 'a figure without a past that is away from the other banks', 'level_doubt'),
    ('rule_unusual_move', 'doubt', null, 'a move larger than most of the past', 'unusual_factor')
  ) it (function, verdict, fault, meaning, threshold)
$$;
