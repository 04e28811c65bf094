-- True for a document of a recording whose tables are shortened, so that the number of their pairs says nothing.
alter table publications add column cut boolean not null default false;
