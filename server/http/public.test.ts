import { expect, test } from 'vitest'
import { isPublicRequest } from './public'

const id = '5a000008-0000-4000-8000-000000000012'
const runs = `/api/db/check_statuses?check_id=eq.${id}&time=gt.2026-11-21T14%3A36%3A28.612Z&order=time.desc&select=time%2Cstatus%2Cduration%2Cmessage%2Cerror`

test.each([
  '/view/health',
  `/view/health?checkId=${id}`,
  '/view/topology/5a',
  '/assets/index-B8kNDRJS.js',
  '/favicon.svg',
  '/console-config.json',
  '/api/canary/api/summary',
  '/api/properties',
  `/api/canary/api/graph?check=${id}&count=300&start=60m`,
  `/api/canary/api/topology?id=${id}`,
  `/api/canary/api/topology?id=${id}&depth=2`,
  `${runs}&limit=50&offset=0`,
  `${runs}&limit=50&offset=50&status=eq.0&duration=gte.250`,
])('allows %s without sign-in [ROUTE-05]', (url) => {
  expect(isPublicRequest({ method: 'GET', url })).toBe(true)
  expect(isPublicRequest({ method: 'POST', url })).toBe(false)
  expect(isPublicRequest({ method: 'PATCH', url })).toBe(false)
})

test.each([
  '/',
  '/health',
  '/viewer',
  '/api/auth/whoami',
  '/api/properties?name=x',
  '/api/db/checks',
  `/api/db/checks?id=eq.${id}&select=*`,
  '/api/db/connections',
  '/api/db/check_statuses',
  // All checks, or other columns.
  runs.replace(/check_id=[^&]*&/, ''),
  runs.replace(/select=.*/, 'select=*'),
  runs.replace(/&select=.*/, ''),
  // A forged component, filter, order or window.
  runs.replace(`eq.${id}`, `in.(${id})`),
  runs.replace(`eq.${id}`, `eq.${id},or`),
  `${runs}&select=details`,
  `${runs}&or=(status.eq.true)`,
  `${runs}%2Cchecks(canaries(spec))`,
  `${runs}&order=details.asc`,
  `${runs}&limit=1000000`,
  `${runs}&__proto__=x`,
  '/api/canary/api/summary?labels=x',
  // All components, more levels than a card shows, and a list.
  '/api/canary/api/topology',
  '/api/canary/api/topology?depth=2',
  '/api/canary/api/topology?id=',
  `/api/canary/api/topology?id=${id}&depth=4`,
  `/api/canary/api/topology?id=${id}&flatten=true`,
  `/api/canary/run/topology/${id}`,
  `/api/snapshot/topology/${id}`,
  `/api/canary/run/check/${id}`,
  // Addresses that a parser would change.
  '/view/../api/db/people',
  '/view/%2e%2e/api/db/people',
  String.raw`/view\..\api/db/people`,
  '//host/view/health',
  '/api/canary/api/../../db/people',
  '/assets/../secret',
  'http://host/view/health',
  '*',
  '',
])('abuse 52: denies %s', (url) => {
  expect(isPublicRequest({ method: 'GET', url })).toBe(false)
})
