-- The documents of one table that a source printed on a date (see mark_stored).
create index publications_by_print on publications (source, from_date) where printed_at is not null;
