/**
 * The codes of errors, each with its status. A code never changes its meaning. Programs read the code, people the
 * message.
 */
export const ERROR_CODES = {
  invalid_parameter: {
    status: 400,
    meaning: 'A parameter is missing or has a value that is not accepted. The message names it.'
  },
  unknown_currency: { status: 400, meaning: 'No feed and no source has a rate of this currency.' },
  unknown_parameter: { status: 400, meaning: 'The endpoint has no such parameter. The message names the right one.' },
  invalid_body: { status: 400, meaning: 'The body or the file could not be read as its media type.' },
  invalid_request: { status: 400, meaning: 'The URL or a header is malformed.' },
  key_missing: { status: 401, meaning: 'The endpoint needs an API key.' },
  key_invalid: { status: 401, meaning: 'The API key is malformed, unknown, disabled or expired.' },
  login_required: { status: 401, meaning: 'The endpoint needs the cookie of a logged-in user.' },
  wrong_credentials: { status: 401, meaning: 'The e-mail address or the password is wrong.' },
  address_not_confirmed: {
    status: 403,
    meaning: 'The e-mail address has to be confirmed with the mailed link. A new mail was sent.'
  },
  plan_required: { status: 403, meaning: 'The plan of the account does not include the requested data.' },
  operator_required: { status: 403, meaning: 'Only operators may do this.' },
  not_shared: {
    status: 403,
    meaning: 'The operator does not share the archived documents, or not those of this source.'
  },
  signature_unknown: { status: 403, meaning: 'No key that this service trusts for the log has signed the checkpoint.' },
  wrong_origin: { status: 403, meaning: 'The request comes from a page of another origin.' },
  not_found: { status: 404, meaning: 'Nothing is stored that answers the request.' },
  unknown_path: { status: 404, meaning: 'There is no endpoint and no page at this path.' },
  unknown_source: { status: 404, meaning: 'There is no source with this code.' },
  pair_not_covered: {
    status: 404,
    meaning:
      'The source has no rate of the pair, or none in its tables of the last 30 days. The message names the ' +
      'date of its last one.'
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not accept this method. The Allow header lists those that it does.'
  },
  not_acceptable: { status: 406, meaning: 'The endpoint has none of the media types that the Accept header names.' },
  request_timeout: { status: 408, meaning: 'The request took too long to arrive.' },
  conflict: { status: 409, meaning: 'The current state does not allow this.' },
  price_not_accepted: {
    status: 409,
    meaning:
      'The answer would cost more than `max_cost`, or needs a `max_cost` because it is expensive. The message ' +
      'states the cost.'
  },
  body_too_large: { status: 413, meaning: 'The body exceeds its limit.' },
  answer_too_large: {
    status: 413,
    meaning: 'The answer would exceed its limit. The message says how large it would be, and how to ask for less.'
  },
  url_too_long: { status: 414, meaning: 'The URL exceeds its limit.' },
  unsupported_media_type: { status: 415, meaning: 'The body has a media type that the endpoint does not read.' },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The Range header begins after the end of the document. Content-Range says how long it is.'
  },
  not_consistent: {
    status: 422,
    meaning: 'The proof does not show that the log begins with the checkpoint that was countersigned last.'
  },
  rate_limited: {
    status: 429,
    meaning: 'There were too many requests within a period. Retry-After says when to try again.'
  },
  allowance_used_up: { status: 429, meaning: 'The account has too few units left.' },
  headers_too_large: { status: 431, meaning: 'The headers exceed their limits.' },
  internal_error: { status: 500, meaning: 'Something failed in the service. It is logged under the id.' },
  no_market_rate: { status: 500, meaning: 'The market feeds failed, and no stored rate is recent enough.' },
  not_implemented: { status: 501, meaning: 'The service does not have this part of the protocol.' },
  no_fresh_rate: { status: 502, meaning: 'The same at `/api/rate`.' },
  unavailable: { status: 503, meaning: 'The service is not available at the moment.' },
  busy: { status: 503, meaning: 'The service has too much to do at the moment.' },
  not_ingested: { status: 503, meaning: 'The source has no table yet.' },
  query_timeout: {
    status: 504,
    meaning: 'The answer takes the database longer than a request may. A smaller request may succeed.'
  }
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERROR_CODES

/** The codes that an error of a status can have. */
export function codesOf(status: number): ErrorCode[] {
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => ERROR_CODES[code].status === status)
}
