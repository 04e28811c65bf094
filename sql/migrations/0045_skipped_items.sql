-- The adapters skip items: the same word in the code and here.
alter table runs rename column left_out to skipped;
