import os
import sys

from ratebook import Ratebook

bank, source, target = sys.argv[1:] or ('ecb', 'USD', 'GBP')
ratebook = Ratebook(os.environ.get('RATEBOOK_URL', 'http://localhost:8080'), os.environ.get('RATEBOOK_KEY', ''))
answer = ratebook.rate(bank, source, target)
print(f'{answer["name"]}, {answer["rate_date"]}: 1 {source} = {answer["rate"]} {target} ({answer["method"]})')
