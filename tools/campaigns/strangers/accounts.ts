import { asks, below, FORM, get, oneOf, post, postJson, word, type Kind } from './kind.ts'

/** What everybody may send to have an account, to log in and to get a key. */

const AUTH = '/api/auth'
const email = (random: () => number) => `${word(random)}@example.com`
const password = 'correct horse battery staple'

const logIns: Kind[] = [
  asks('log-ins with new addresses', [401, 429, 503], (random) => postJson(`${AUTH}/sign-in/email`, { email: email(random), password })),
  asks('log-ins with one address', [401, 429, 503], (random) => postJson(`${AUTH}/sign-in/email`, { email: 'somebody@example.com', password: word(random) })),
  asks('log-ins with long passwords', [400, 401, 429, 503], (random) => postJson(`${AUTH}/sign-in/email`, { email: email(random), password: 'x'.repeat(15_000) })),
  asks('log-ins on the page', [401, 429, 503], (random) => post('/login', `email=${encodeURIComponent(email(random))}&password=wrong-password`, FORM)),
  asks('sessions that are none', [200], (random) => get(`${AUTH}/get-session`, { Cookie: `ratebook.session_token=${word(random, 32)}.${encodeURIComponent(`${word(random, 43)}=`)}` })),
  asks('log-outs without a session', [200], () => post(`${AUTH}/sign-out`, '')),
  asks('log-outs on the page', [303], () => post('/logout', '', FORM))
]

const registrations: Kind[] = [
  asks('registrations', [200, 429, 503], (random) => postJson(`${AUTH}/sign-up/email`, { email: email(random), password, name: 'A' })),
  asks('registrations with one address', [200, 429, 503], () => postJson(`${AUTH}/sign-up/email`, { email: 'somebody@example.com', password, name: 'A' })),
  asks('registrations with weak passwords', [400], (random) => postJson(`${AUTH}/sign-up/email`, { email: email(random), password: 'a', name: 'A' })),
  asks('registrations on the page', [200, 303, 429, 503], (random) => post('/register', `email=${encodeURIComponent(email(random))}&password=${encodeURIComponent(password)}&name=A`, FORM)),
  asks('confirmations', [302], (random) => get(`${AUTH}/verify-email?token=${word(random, 900)}`)),
  asks('confirmations that look signed', [302], (random) => get(`${AUTH}/verify-email?token=eyJhbGciOiJIUzI1NiJ9.${word(random, 500)}.${word(random, 43)}`))
]

const passwords: Kind[] = [
  asks('requests for new passwords', [200, 429, 503], (random) => postJson(`${AUTH}/request-password-reset`, { email: email(random) })),
  asks('requests for new passwords on the page', [303, 429, 503], (random) => post('/reset', `email=${encodeURIComponent(email(random))}`, FORM)),
  asks('new passwords with made-up links', [400, 429], (random) => postJson(`${AUTH}/reset-password`, { token: word(random, 24), newPassword: password })),
  asks('new passwords on the page', [400, 429], (random) => post(`/reset/${word(random, 24)}`, `newPassword=${encodeURIComponent(password)}`, FORM)),
  asks('changes of passwords without a session', [401, 429, 503], () => postJson(`${AUTH}/change-password`, { currentPassword: password, newPassword: `${password} 2` }))
]

const OF_ACCOUNTS = ['/api/account', '/api/account/usage', '/api/account/keys', '/api/account/webhooks', '/api/account/webhooks/1/deliveries']
const others: Kind[] = [
  asks('accounts without a session', [401], (random) => get(oneOf(OF_ACCOUNTS, random))),
  asks('webhooks without a session', [401], (random) => postJson('/api/account/webhooks', { url: `https://${word(random)}.example/hook` })),
  asks('webhooks of others', [401], (random) => get(`/api/account/webhooks/${below(1000, random)}`, {}, 'DELETE')),
  asks('forms of another origin', [403], (random) => post('/account/keys', 'name=a', FORM, { Origin: `https://${word(random)}.example` })),
  asks('forms for operators', [303, 401, 403], () => post('/status/sources/ecb/run', '', FORM)),
  asks('trial keys', [201, 429], (random) => postJson('/api/agent/keys', { name: word(random) })),
  asks('trial keys with odd names', [400], () => postJson('/api/agent/keys', { name: '\u0000'.repeat(2000) }))
]

export const accounts: Kind[] = [...logIns, ...registrations, ...passwords, ...others]
