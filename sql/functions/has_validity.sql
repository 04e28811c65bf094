-- Whether a source has a rate with a validity in a window.
create or replace function has_validity(source_code text, from_date date, to_date date)
returns boolean
language sql stable parallel safe
as $$
  select exists (
    select from rates
    where source = source_code and date between from_date and to_date and (valid_from is not null or valid_to is not null)
  )
$$;
