-- The rules of the checks. The rule <name> is the function rule_<name>, which returns the rows that it flags, each with a reason. It reads
-- only the measurements, so that no rule depends on another one's verdict. `refuse` keeps a row back for good, `wait` until its publisher
-- prints it again, and `doubt` serves it with the reason. If several rules flag a row, the gravest verdict counts; among equal verdicts,
-- the first rule of this list. `fault` is the kind that quarantine stores. `threshold` is a setting of check_settings.
-- `false_alarms` is the number of true rows that the rule flagged, per 10,000. `alone` is the percentage of damaged documents with a wrong
-- row that only this rule kept back. Measured by
-- `npm run faults -- --daily 6 --tables 3 --first 1795890752` with 22 sources: 2,740 true rows, 82 documents.
create or replace function check_rules()
returns table (name text, verdict text, fault text, meaning text, threshold text, false_alarms float8, alone float8)
language sql immutable parallel safe
as $$
  select substr(function, 6), verdict, fault, meaning, threshold, false_alarms, alone
  from (values
    ('rule_rejected', 'refuse', 'row', 'an operator rejected the figure', null, 0, 0),
    ('rule_peer', 'refuse', 'peer', 'a peer''s document changes a rate that the publisher itself sent', null, 0, 0),
    ('rule_request', 'refuse', 'date', 'the document ends before the days for which the run asked', null, 0, 0),
    ('rule_invalid_code', 'refuse', 'name',
      'a code that is not valid yet, or a former code whose figure contradicts that of its successor', 'code_late_days', 0, 0),
    ('rule_broken', 'refuse', 'broken', 'a figure many times above or below both its neighbours', 'broken_factor', 0, 0),
    ('rule_pairs', 'wait', 'pairs', 'a table with fewer or more pairs than its source states', null, 0, 0),
    ('rule_repeat', 'wait', 'table', 'a table that repeats more figures of the preceding table than any past table did',
      'repeat_share', 0, 2.4),
    ('rule_copy', 'wait', 'table', 'a table that repeats many figures of an older table of the past year', 'copy_factor', 0, 6.1),
    ('rule_together', 'wait', 'table', 'a table whose figures shifted together farther than in any past table', 'move_factor', 0, 1.2),
    ('rule_banks', 'wait', 'table', 'a table whose figures are all too high, or all too low, against the other banks',
      'shift_first', 0, 2.4),
    ('rule_weekday', 'wait', 'table', 'a daily table dated on a weekday on which the source never published before',
      'rhythm_tables', 0, 3.7),
    ('rule_lost', 'wait', 'table', 'a table that lacks more pairs of the preceding table than any past table did', 'lost_share', 0, 0),
    ('rule_change', 'wait', 'price', 'a figure that contradicts its printed change', 'change_share', 0, 0),
    ('rule_digits', 'wait', 'price', 'a figure with fewer decimals than any past figure of its series', 'digits_least', 0, 1.2),
    ('rule_spread', 'wait', 'price', 'two prices, such as buy and sell, that are farther apart or closer together than ever before',
      'spread_factor', 0, 2.4),
    ('rule_move', 'wait', 'move', 'a move larger than every past move of its series', 'move_factor', 0, 4.9),
    ('rule_level', 'wait', 'move', 'a figure far from the rate that the other banks imply', 'level_first', 0, 20.7),
    ('rule_replaced', 'wait', 'move', 'the first figure of a series that replaces another series in the table', 'level_least', 3.6, 0),
    ('rule_share', 'wait', 'table', 'any figure of a table in which many figures are doubtful', 'odd_share', 0, 0),
    ('rule_repeated_correction', 'wait', 'correction', 'a correction that repeats the figures of another stored table',
      'repeat_share', 0, 0),
    ('rule_table_correction', 'wait', 'correction', 'a correction of most of a table, in a document without a newer table',
      'quorum', 0, 1.2),
    ('rule_correction', 'wait', 'correction', 'a correction that moves a figure away from its neighbours or the other banks',
      null, 0, 6.1),
    ('rule_former_code', 'doubt', null, 'a code that is no longer valid, if nothing contradicts the figure', 'code_late_days', 0, 0),
    ('rule_unlike_banks', 'doubt', null, 'the first figure of a series, if the other banks imply another rate', 'level_doubt', 0, 3.7),
    ('rule_unusual_move', 'doubt', null, 'a move larger than most past moves of its series', 'unusual_factor', 3.6, 0)
  ) it (function, verdict, fault, meaning, threshold, false_alarms, alone)
$$;
