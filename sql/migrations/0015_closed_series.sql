-- The date of a source's last table, where its series is closed.
alter table sources add column ended date;
