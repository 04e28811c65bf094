-- True for a value too far from the consensus of so many banks to begin a series: see check_new_series.
create or replace function is_off_consensus(value float8, median float8, banks bigint, is_frequent boolean)
returns boolean
language sql immutable parallel safe
as $$
  select abs(ln(value / median)) > case when not is_frequent then ln(1.35) when banks = 2 then ln(1.3) else ln(1.1) end
$$;
