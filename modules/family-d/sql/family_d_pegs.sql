-- The fixed rates that clients of family d expect: units of the currency for one unit of its anchor, from the first day of the peg on.
create or replace function family_d_pegs()
returns table (currency text, anchor text, rate numeric, since date, authority text)
language sql stable parallel safe
as $$
  select fixed.currency, fixed.anchor, fixed.rate, coalesce(pegs.since, '1971-01-01'),
    coalesce(pegs.authority, fixed.anchor || case when fixed.rate = 1 then ' at par by law' else ' at a fixed rate by law' end)
  from (
    values
      ('AED', 'USD', 3.6725), ('ANG', 'USD', 1.79), ('BHD', 'USD', 0.376), ('BMD', 'USD', 1), ('JOD', 'USD', 0.709), ('OMR', 'USD', 0.3845),
      ('QAR', 'USD', 3.64), ('SAR', 'USD', 3.75), ('TMT', 'USD', 3.5), ('BAM', 'EUR', 1.95583), ('CVE', 'EUR', 110.265),
      ('XAF', 'EUR', 655.957),
      ('XOF', 'EUR', 655.957), ('FKP', 'GBP', 1), ('GGP', 'GBP', 1), ('IMP', 'GBP', 1), ('JEP', 'GBP', 1), ('SHP', 'GBP', 1),
      ('BTN', 'INR', 1),
      ('BND', 'SGD', 1), ('MOP', 'HKD', 1.03)
  ) fixed (currency, anchor, rate)
  left join pegs on pegs.currency = fixed.currency and pegs.anchor = fixed.anchor and pegs.rate = fixed.rate and pegs.until is null
$$;
