// The tests of one demo in a fixed order, because the documents print the number of requests that it has answered.
import './documents.ts'
import './clients.ts'
import './first-hour.ts'
