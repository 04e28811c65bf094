import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { feedClass, marketRow, time } from './market-fields.ts'

/** The calls about market rates. */

export const rateAt = {
  call: 'market_rate(source, targets, at)',
  head: { rate: fields.rate, class: feedClass },
  list: {}
}

export const ratesAt = { call: 'market_rate(source, targets, at)', head: {}, list: marketRow }

export const lastRates = { call: 'market_last(source, targets, from, to, group)', head: {}, list: marketRow }

export const rateSeries = { call: 'market_series(source, targets, from, to, group, most)', head: {}, list: marketRow }

export const marketConversion = {
  call: 'market_conversion(source, target, amount, at)',
  head: { converted: fields.rate, rate: fields.rate, time, class: feedClass },
  list: {}
}

export const chartPoints = {
  call: 'market_points(source, targets, first, last, step, width, now)',
  head: {},
  list: { time, rate: fields.rate, class: feedClass }
}

/** Every currency with a market rate from a feed or a source. */
export const marketCurrencies = { call: 'market_currencies()', head: {}, list: { currency: fields.currency } }

/** The first day on which a feed, or the official rates, have all of some currencies; null if none ever had them. */
export const marketStart = {
  call: 'market_start(currencies)',
  head: { first: z.iso.date().nullable() },
  list: {}
}
