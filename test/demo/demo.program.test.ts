// The tests of one demo, in this order: the documents print how many requests it has answered.
import './documents.ts'
import './clients.ts'
import './first-hour.ts'
