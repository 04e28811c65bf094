-- The days on which the publisher states that it has no table (see closing_names); null if it states none.
alter table sources add column closing_days text[];
