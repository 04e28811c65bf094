/** The longer texts in answers. */

export const DISCLAIMER =
  'Values are as the source published them. Rates marked as derived were calculated from ' +
  'them by Ratebook. For information only, without warranty: check with the source before you rely on a figure.'

export const COMPOSITE_DISCLAIMER =
  'Values are composites that Ratebook calculated from the rates of several ' +
  'sources; the publications of each date list them. For information only, without warranty: check with the sources ' +
  'before you rely on a figure.'

export const METHODOLOGY =
  'Each rate comes from the bank’s newest table that has the pair: as published, else the ' +
  'inverse of the published rate, else a cross over the bank’s home currency within that table. Rates of different ' +
  'banks or dates are never combined. A bank whose newest table with the pair is more than 30 days old is stale and ' +
  'excluded from the statistics. The statistics are over all other rates; the daily middle and reference rates ' +
  '(type=comparable), buying and selling rates, those of commercial banks and those for longer periods also have ' +
  'statistics of their own. The spread is the highest rate minus the lowest, in basis points of the median.'

export const NOTE_SEMANTICS =
  'The dates on which the source has a table, not all calendar days. ' +
  'A missing date means that the source published no table for it, or that the table has not been ingested.'

export const CERTIFICATE_NOTICE =
  'This certificate says what the publisher printed and when it was known. It is ' +
  'information, and neither legal nor tax advice.'

export const CERTIFICATE_GUIDE = `This archive proves a published exchange rate independently of the service that issued it.

certificate.json  the certificate: a JSON Web Signature (RFC 7515) with Ed25519
certificate.pdf   the certificate as a page to read, with certificate.json attached
documents/        the publisher's documents, byte for byte
keys.json         the public keys of the service at the time of issue

ratebook verify FILE --keys keys.json checks the signature, the proof that the public log has the documents, their SHA-256, the derivation, and that the
figures are in the documents. Take keys.json from where you trust it: the copy in this archive proves nothing by itself. The service publishes its keys,
including earlier ones, at /.well-known/jwks.json.

With other tools: the signed text is the protected header, a dot and the payload, exactly as in certificate.json; the signature is Ed25519 over it,
in base64url. Any JOSE library or openssl pkeyutl -verify -rawin can check it. The payload is JSON in base64url. It has the log entries and
their inclusion proofs (RFC 6962), which lead to the root in its checkpoint, a signed note.
Each rate has the proof that it is a row of its entry: the hashed line is base, quote, type, date, value, unit, valid_from and valid_to, with a space between and a dash for none.
`
