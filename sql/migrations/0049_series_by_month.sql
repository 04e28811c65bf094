-- publication_lists reads the series of each source in one month.
create index series_months_by_month on series_months (source, month);
