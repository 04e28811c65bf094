import { createRatebook, rateOf } from './client.ts'

const { RATEBOOK_URL = 'http://localhost:8080', RATEBOOK_KEY = '' } = process.env
const [bank = 'ecb', source = 'USD', target = 'GBP'] = process.argv.slice(2)

console.log(await rateOf(createRatebook(RATEBOOK_URL, RATEBOOK_KEY), bank, source, target))
