-- Whether a rate of the newest table of a publication's source comes from it.
create or replace function is_newest(publication publications)
returns boolean
language sql stable parallel safe
as $$
  select exists (
    select
    from coverage
    join rates on rates.source = coverage.source and rates.date = latest_date
    where coverage.source = publication.source and publication_id = publication.id)
$$;
