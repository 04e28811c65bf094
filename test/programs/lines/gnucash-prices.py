# Puts the figures of rates.csv into the prices of a book of GnuCash, and prints the prices that the book then has.
import csv
import datetime
from gnucash import GncNumeric, GncPrice, Session, gnucash_core_c as api

session = Session()
currencies, prices = session.book.get_table(), session.book.get_price_db()
for row in csv.DictReader(open('rates.csv', encoding='utf-8-sig')):
    base, quote = (currencies.lookup('CURRENCY', row[side]) for side in ('base', 'quote'))
    date = datetime.datetime.strptime(row['rate_date'], '%Y-%m-%d')
    price = GncPrice(session.book)
    price.begin_edit()
    price.set_commodity(base)
    price.set_currency(quote)
    price.set_time64(date)
    price.set_value(GncNumeric(row['value']))
    price.commit_edit()
    prices.add_price(price)
    found = prices.lookup_day_t64(base, quote, date)
    value = api.gnc_price_get_value(found)
    names = (api.gnc_commodity_get_mnemonic(side(found)) for side in (api.gnc_price_get_commodity, api.gnc_price_get_currency))
    print(api.gnc_price_get_time64(found).date(), *names, repr(value.num / value.denom))
