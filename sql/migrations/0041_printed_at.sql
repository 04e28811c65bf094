-- When the only table of a document was made, in the publisher's time, if the document prints it (see mark_stored).
alter table publications add column printed_at timestamp;

-- The publisher overwrites its newest table and keeps no archive (see keep_unread_days).
alter table sources add column overwrites boolean not null default false;
