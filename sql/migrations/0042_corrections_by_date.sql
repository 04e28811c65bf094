-- The corrections of all sources in a window of dates.
create index rate_revisions_by_date on rate_revisions (date);
