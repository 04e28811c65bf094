import { answersAt, readCount, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readSoap, soapCall } from './kit/soap.ts'
import { parseXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const SERVICE = 'http://www.mnb.hu/arfolyamok.asmx' // the service does not support https
const NAMESPACE = 'http://www.mnb.hu/webservices/'
const OPERATION = 'GetExchangeRates'

const QUOTED =
  'AUD,BGN,BRL,CAD,CHF,CNY,CZK,DKK,EUR,GBP,HKD,HRK,IDR,ILS,INR,ISK,JPY,KRW,MXN,MYR,NOK,NZD,PHP,PLN,RON,RSD,RUB,SEK,SGD,THB,TRY,UAH,USD,ZAR'
// The service also has clearing units of its own (such as AUP, OBL, XTR), which are no currencies.
const RETIRED =
  'ATS,BEF,BGL,CSD,CSK,DDM,DEM,EEK,EGP,ESP,FIM,FRF,GRD,IEP,ITL,KWD,LBP,LTL,LUF,LVL,MNT,NLG,PKR,PTE,ROL,SDP,SIT,SKK,SUR,VND,XEU,YUD'
const LAST_RETIREMENT = '2015-01-01'

const NO_RATE = /^0+(,0*)?$/ // printed where a currency has none

export default defineSource({
  code: 'mnb',
  name: 'Magyar Nemzeti Bank',
  country: 'HU',
  homeCurrency: 'HUF',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[27, 37]],
  sourceUrl: 'https://www.mnb.hu/en/arfolyamok',
  timezone: 'Europe/Budapest',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '1949-01-03',
  dated: 'made',
  publishes: '11:00',
  notes: 'Clearing units are left out, because they are not currencies. The service is not available over HTTPS.',
  verified: 'recording',

  requested: requestedBetween('startDate', 'endDate'),
  fetch: answersAt(SERVICE, (window) =>
    spansOf(window, 365).map(({ from, to }) => {
      const fields = {
        startDate: from,
        endDate: to,
        currencyNames: from < LAST_RETIREMENT ? `${QUOTED},${RETIRED}` : QUOTED
      }
      return soapCall(NAMESPACE, OPERATION, fields, `${NAMESPACE}MNBArfolyamServiceSoap/${OPERATION}`)
    })
  ),

  parse(publication) {
    const answer = readSoap(publication, OPERATION).one('GetExchangeRatesResult')
    return parseXml(answer.text, 'MNBExchangeRates')
      .only('Day')
      .flatMap((day) =>
        skip(day.only('Rate'), 'no rate', (rate) => NO_RATE.test(rate.text)).map((rate) => {
          return {
            date: day.attribute('date'),
            base: rate.attribute('curr'),
            quote: 'HUF',
            type: 'official',
            value: readDecimal(rate.text, ','),
            unit: readCount(rate.attribute('unit'))
          }
        })
      )
  }
})
