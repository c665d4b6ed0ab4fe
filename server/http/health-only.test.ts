import { expect, test } from 'vitest'
import { listen } from '../../tests/helpers/listen'
import { limitToHealth, isHealthRequest } from './health-only'

test.each([
  ['GET', '/console-config.json'],
  ['HEAD', '/api/_health'],
  ['GET', '/api/.ory/self-service/login/browser?return_to=%2Fhealth'],
  ['POST', '/api/.ory/self-service/login?flow=x'],
  ['GET', '/api/auth/whoami'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/logout'],
  ['GET', '/api/properties'],
  ['GET', '/api/canary/api/summary'],
  ['POST', '/api/canary/run/check/0188a5b4-0000-7000-8000-000000000001'],
  ['GET', '/api/db/checks?select=*,canaries!checks_canary_id_fkey(id,name),agents!checks_agent_id_fkey(id)&id=eq.x'],
  ['GET', '/api/db/check_statuses?check_id=eq.x&select=time,status'],
  [
    'GET',
    '/api/db/checks?id=in.(x,y)&select=id,check_statuses!check_statuses_check_id_fkey(message,error)&check_statuses.limit=1',
  ],
  ['GET', '/api/db/check_statuses_5m?check_id=in.(x,y)&select=check_id,created_at,passed,failed'],
])('offers %s %s', (method, url) => {
  expect(isHealthRequest({ method, url })).toBe(true)
})

test.each([
  ['GET', '/api/db/people'],
  ['GET', '/api/db/incidents?select=*'],
  ['POST', '/api/db/checks'],
  ['DELETE', '/api/db/checks?id=eq.x'],
  ['POST', '/api/db/rpc/lookup_config_children'],
  ['POST', '/api/playbook/run'],
  ['GET', '/api/playbook/list'],
  ['POST', '/api/auth/invite_user'],
  ['POST', '/api/people/update'],
  ['GET', '/api/rbac/dump'],
  ['GET', '/api/auth/outbox'],
  ['GET', '/api/anything'],
  ['POST', '/api/auth/whoami'],
  ['GET', '/api/auth/logout'],
  // Rows of other relations embedded in a check.
  ['GET', '/api/db/checks?select=*,components:check_component_relationships(components(*))'],
  ['GET', '/api/db/checks?select=canaries(*,components(*))'],
  ['GET', '/api/db/checks?select=id,check_statuses(message,checks(components(*)))'],
  ['GET', '/api/db/check_statuses_5m?select=check_id,people(name)'],
  ['POST', '/api/db/check_statuses_5m'],
  ['GET', '/api/db/check_statuses_1h'],
  ['GET', '/api/db/checks?select=*,%22components%22(id)'],
  ['GET', '/api/db/checks?select=id&select=configs(*)'],
  ['GET', '/api/db/checks?select=...people%20(name)'],
  // Addresses that handlers would parse differently.
  ['GET', '/api/db/checks/../people'],
  ['GET', '/api/.ory/../db/people'],
  ['GET', '/api/.ory/%2e%2e/db/people'],
  ['GET', '/api//db/people'],
  ['GET', '//api/db/people'],
])('does not offer %s %s', (method, url) => {
  expect(isHealthRequest({ method, url })).toBe(false)
})

test('never forwards other requests to the backend', async () => {
  const forwarded: (string | undefined)[] = []
  const { url } = await listen(
    limitToHealth((request, response) => {
      forwarded.push(request.url)
      response.end('yes')
    })
  )
  expect(await (await fetch(new URL('/api/canary/api/summary', url))).text()).toBe('yes')
  const refused = await fetch(new URL('/api/db/people', url))
  expect([refused.status, await refused.json()]).toEqual([
    404,
    { message: 'Only the health pages are available here.' },
  ])
  expect(forwarded).toEqual(['/api/canary/api/summary'])
})
