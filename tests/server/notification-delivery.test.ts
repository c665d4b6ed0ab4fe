import { EventEmitter, once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { sql, toJsonText } from '../../server/data/db/sql'
import { claimDueSends, LEASE_MS } from '../../server/notifications/delivery/claim'
import { testDatabase } from '../helpers/database'
import { eventually } from '../helpers/eventually'
import { addRule, readSends, receiver, testNotifications } from '../helpers/notifications'
import { id, organisation } from '../helpers/organisation'
import { addPlaybook } from '../helpers/playbooks'

// Messages that are due: attempts, recipients and outcomes.

const db = await testDatabase()
await db.script(organisation)
const [POD, CHECK, ADA, TEAM] = [id(11), id(41), id(1), id(3)]
const SECOND = 1e9

beforeEach(() =>
  db.script(`
    delete from playbook_runs where notification_send_id is not null;
    delete from notification_send_history; delete from notifications; delete from notification_silences;
    delete from permissions; delete from connections where name = 'hook'; update teams set spec = null;
    update checks set status = 'healthy'; update config_items set health = 'healthy'; delete from console.health_changes; delete from event_queue`)
)

const setCheck = (status: string) => db.run(sql`update checks set status = ${status} where id = ${CHECK}`)
const sendOf = async (rule: string) => {
  const [send] = await readSends(db, rule)
  if (!send) throw new Error('There is no message.')
  return send
}

type Options = Parameters<typeof testNotifications>[1]

/** A message that is due, of a rule for failed checks. */
async function dueMessage(rule: Parameters<typeof addRule>[1], options: Options = {}) {
  const ruleId = await addRule(db, { events: ['check.failed'], ...rule })
  await setCheck('unhealthy')
  const engine = testNotifications(db, options)
  await engine.plan()
  return { ruleId, ...engine }
}

/** Keeps messages instead of sending them. @param failures errors of the first attempts. */
function keeper(failures: readonly unknown[] = []) {
  const sent: { url: string; to: string | undefined; title: string; key: string }[] = []
  let attempts = 0
  return {
    sent,
    attempts: () => attempts,
    notify: async (
      { url }: { url: string },
      { title, properties }: { title: string; properties: Readonly<Record<string, string>> },
      _signal: AbortSignal,
      { idempotencyKey }: { idempotencyKey: string }
    ) => {
      const failure = failures[attempts++]
      if (failure !== undefined) throw failure
      sent.push({ url, to: properties['to'], title, key: idempotencyKey })
    },
  }
}

test('sends a due message to the address of a service', async () => {
  const { url, received } = await receiver()
  const { ruleId, send } = await dueMessage({
    custom_services: [{ name: 'hook', url, properties: { team: 'a' } }],
    title: '{{.check.name}} fails',
    template: 'See {{.permalink}}',
  })
  await send()
  await send()
  expect(received).toEqual([
    {
      path: '/hook',
      body: { title: 'homepage fails', message: expect.stringContaining(`https://console.example/`), team: 'a' },
    },
  ])
  const sent = await sendOf(ruleId)
  expect(sent).toMatchObject({ status: 'sent', error: null, retries: 0, not_before: null })
  expect(sent.duration_millis).toBeGreaterThanOrEqual(0)
  expect(sent.body).toContain('**homepage fails**')
  expect(JSON.stringify(sent.payload)).not.toContain(url)
})

test.each(['connection://default/hook', 'hook', 'id'])('sends by the connection %s', async (reference) => {
  const { url, received } = await receiver()
  const [stored] = await db.query<{ id: string }>(sql`
    insert into connections (name, namespace, type, url) values ('hook', 'default', 'http', ${url}) returning id::text`)
  const connection = reference === 'id' ? stored?.id : reference
  const { ruleId, send } = await dueMessage({ custom_services: [{ connection }] })
  await send()
  expect(received).toHaveLength(1)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'sent', connection_id: stored?.id })
})

test('fails at once without the connection', async () => {
  const { ruleId, send } = await dueMessage({ custom_services: [{ connection: 'connection://default/hook' }] })
  await send()
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'error',
    retries: 0,
    error: 'There is no connection connection://default/hook.',
  })
})

test('makes up to four attempts, with longer waits', async () => {
  const { url, received } = await receiver(() => 503)
  const { ruleId, send, pass, now } = await dueMessage({ custom_services: [{ url }] })
  for (const [index, seconds] of [30, 120, 480].entries()) {
    await send()
    expect(await sendOf(ruleId)).toMatchObject({
      status: 'pending',
      retries: index + 1,
      not_before: new Date(now().getTime() + seconds * 1000),
      error: expect.stringContaining('503'),
    })
    pass(seconds * 1000 - 1)
    await send()
    expect(received).toHaveLength(index + 1)
    pass(1)
  }
  await send()
  expect(received).toHaveLength(4)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'error', retries: 3, not_before: null })
})

test('clears the error when a later attempt succeeds, and repeats the idempotency key', async () => {
  const { sent, notify } = keeper([new Error('The service is busy.')])
  const { ruleId, send, pass } = await dueMessage({ custom_services: [{ url: 'https://a.example' }] }, { notify })
  await send()
  pass(30_000)
  await send()
  const row = await sendOf(ruleId)
  expect(row).toMatchObject({ status: 'sent', error: null, retries: 1 })
  expect(sent.map(({ key }) => key)).toEqual([row.id])
})

test('waits for as long as the service asks for', async () => {
  const { notify } = keeper([Object.assign(new Error('Too many messages.'), { retryAfterMs: 90_000 })])
  const { ruleId, send, now } = await dueMessage({ custom_services: [{ url: 'https://a.example' }] }, { notify })
  await send()
  expect((await sendOf(ruleId)).not_before).toEqual(new Date(now().getTime() + 90_000))
})

test('sends to the fallback recipient after a permanent error', async () => {
  const { sent, notify } = keeper([Object.assign(new Error('The token is invalid.'), { isPermanent: true })])
  const { ruleId, send, pass, now } = await dueMessage(
    {
      custom_services: [{ url: 'https://a.example' }],
      fallback_person_id: ADA,
      fallback_delay: 600 * SECOND,
    },
    { notify, smtp: { url: 'smtps://mail.example', from: 'ops@shop.example' } }
  )
  await send()
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'attempting_fallback',
    retries: 0,
    person_id: ADA,
    not_before: new Date(now().getTime() + 600_000),
  })
  pass(600_000)
  await send()
  expect(sent).toMatchObject([{ url: 'smtps://mail.example', to: 'ada@shop.example' }])
  expect(await sendOf(ruleId)).toMatchObject({ status: 'sent', error: 'The token is invalid.' })
})

test('fails when the fallback recipient cannot be reached either', async () => {
  const { ruleId, send } = await dueMessage({
    custom_services: [{ connection: 'missing' }],
    fallback_custom_services: [{ connection: 'missing, too' }],
  })
  await send()
  expect(await sendOf(ruleId)).toMatchObject({ status: 'error', error: 'There is no connection missing, too.' })
})

test('needs a mail server to send to a person', async () => {
  const { ruleId, send } = await dueMessage({ person_id: ADA })
  await send()
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'error',
    error: 'The console has no mail server, so it cannot send mail to people. Set SMTP_URL and SMTP_FROM.',
  })
})

test('a rule decides neither the sender nor further recipients of mail of the console', async () => {
  const properties: unknown[] = []
  const { send } = await dueMessage(
    { person_id: ADA, properties: { toAddresses: 'eve@elsewhere.example', from: 'boss@shop.example' } },
    {
      smtp: { url: 'smtps://mail.example', from: 'ops@shop.example' },
      notify: async (target, message) => void properties.push(target.properties, message.properties),
    }
  )
  await send()
  expect(properties).toEqual([{ from: 'ops@shop.example' }, { to: 'ada@shop.example' }])
})

test('sends to the members of a team, or to the services of the team', async () => {
  await db.run(sql`insert into team_members (team_id, person_id) values (${TEAM}, ${ADA}), (${TEAM}, ${id(2)})
    on conflict do nothing`)
  const mail = keeper()
  const smtp = { url: 'smtps://mail.example', from: 'ops@shop.example' }
  const first = await dueMessage({ team_id: TEAM }, { notify: mail.notify, smtp })
  await first.send()
  expect(mail.sent.map(({ to }) => to)).toEqual(['ada@shop.example,bo@shop.example'])
  await db.script('delete from notifications')
  const notifications = [{ name: 'chat', url: 'https://a.example' }]
  await db.run(sql`update teams set spec = ${toJsonText({ notifications })}::jsonb where id = ${TEAM}`)
  await setCheck('healthy')
  const service = keeper()
  const second = await dueMessage({ team_id: TEAM }, { notify: service.notify })
  await second.send()
  expect(service.sent.map(({ url }) => url)).toEqual(['https://a.example'])
  expect(await sendOf(second.ruleId)).toMatchObject({ status: 'sent', team_id: TEAM })
})

test('sends to each service whose filter matches, and repeats only the failed attempt', async () => {
  const { sent, notify } = keeper([new Error('The service is busy.')])
  const { ruleId, send, pass } = await dueMessage(
    {
      custom_services: [
        { name: 'a', url: 'https://a.example' },
        { name: 'b', url: 'https://b.example', filter: "check.name == 'other'" },
        { name: 'c', url: 'https://c.example' },
      ],
    },
    { notify }
  )
  await send()
  pass(30_000)
  await send()
  expect(sent.map(({ url }) => url).toSorted()).toEqual(['https://a.example', 'https://c.example'])
  expect((await readSends(db, ruleId)).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('skips a message when the health has changed during the wait', async () => {
  const { sent, notify } = keeper()
  const { ruleId, send, pass } = await dueMessage(
    { custom_services: [{ url: 'https://a.example' }], wait_for: 60 * SECOND },
    { notify }
  )
  await send()
  expect(await sendOf(ruleId)).toMatchObject({ status: 'pending' })
  await setCheck('healthy')
  pass(60_000)
  await send()
  expect(sent).toEqual([])
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'skipped',
    error: 'Not sent, because the health of homepage is healthy now.',
  })
})

test('evaluates once more after the wait', async () => {
  const { sent, notify } = keeper()
  const { ruleId, send, pass, now } = await dueMessage(
    { custom_services: [{ url: 'https://a.example' }], wait_for: 60 * SECOND, wait_for_eval_period: 20 * SECOND },
    { notify }
  )
  pass(60_000)
  await send()
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'evaluating-waitfor',
    not_before: new Date(now().getTime() + 20_000),
  })
  expect(sent).toEqual([])
  pass(20_000)
  await send()
  expect(sent).toHaveLength(1)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'sent' })
})

test('silences a message by a silence that was added during the wait', async () => {
  const { sent, notify } = keeper()
  const { ruleId, send, pass } = await dueMessage(
    { custom_services: [{ url: 'https://a.example' }], wait_for: 60 * SECOND },
    { notify }
  )
  await db.run(sql`insert into notification_silences (check_id) values (${CHECK})`)
  pass(60_000)
  await send()
  expect(sent).toEqual([])
  expect(await sendOf(ruleId)).toMatchObject({ status: 'silenced', silenced_by: expect.any(String) })
})

const resend = (ruleId: string) =>
  db.run(sql`
    update notification_send_history
    set status = 'pending', retries = 0, error = null, not_before = '2000-01-01', silenced_by = null, parent_id = null
    where notification_id = ${ruleId}`)

test('sends a silenced message at once when a user asks for another attempt', async () => {
  const { sent, notify } = keeper()
  await db.run(sql`insert into notification_silences (check_id) values (${CHECK})`)
  const { ruleId, send } = await dueMessage(
    { custom_services: [{ url: 'https://a.example' }], wait_for: 60 * SECOND, wait_for_eval_period: 20 * SECOND },
    { notify }
  )
  expect(await sendOf(ruleId)).toMatchObject({ status: 'silenced' })
  await resend(ruleId)
  await send()
  expect(sent).toHaveLength(1)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'sent' })
})

test('begins with the first recipient when a user asks for another attempt', async () => {
  const refused = Object.assign(new Error('The token is invalid.'), { isPermanent: true })
  const { sent, notify } = keeper([refused, refused])
  const { ruleId, send } = await dueMessage(
    {
      custom_services: [{ name: 'a', url: 'https://a.example' }],
      fallback_custom_services: [{ name: 'b', url: 'https://b.example' }],
    },
    { notify }
  )
  await send()
  expect(await sendOf(ruleId)).toMatchObject({ status: 'error' })
  await resend(ruleId)
  await send()
  expect(sent.map(({ url }) => url)).toEqual(['https://a.example'])
})

test.each([
  ['deleted', `update notifications set deleted_at = now()`, 'skipped', 'Not sent, because the rule was deleted.'],
  ['broken', `update notifications set repeat_interval = 'often'`, 'error', 'The repeat interval "often" is not'],
])('does not send a message of a %s rule', async (_what, change, status, error) => {
  const { sent, notify } = keeper()
  const { ruleId, send } = await dueMessage({ custom_services: [{ url: 'https://a.example' }] }, { notify })
  await db.script(change)
  await send()
  expect(sent).toEqual([])
  expect(await sendOf(ruleId)).toMatchObject({ status, error: expect.stringContaining(error) })
})

const actions = [{ name: 'it', exec: { script: 'true' } }]

test('starts a playbook for the resource, and takes the outcome of its run', async () => {
  const playbook = await addPlaybook(db, { actions })
  const { ruleId, send } = await dueMessage({ playbook_id: playbook })
  await send()
  await send()
  const runs = await db.query<{ id: string }>(sql`
    select id::text, status, check_id::text, notification_send_id::text from playbook_runs where playbook_id = ${playbook}`)
  const started = await sendOf(ruleId)
  expect(runs).toMatchObject([{ status: 'scheduled', check_id: CHECK, notification_send_id: started.id }])
  expect(started).toMatchObject({ status: 'pending_playbook_run', playbook_run_id: runs[0]?.id })
  await db.run(sql`update playbook_runs set status = 'failed', error = 'No disk.' where playbook_id = ${playbook}`)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'error', error: 'No disk.' })
})

test('starts no playbook that the last author of the rule may not run', async () => {
  const playbook = await addPlaybook(db, { actions }, 'drain')
  const { ruleId, send } = await dueMessage({ playbook_id: playbook, created_by: id(2) })
  await send()
  expect(await sendOf(ruleId)).toMatchObject({
    status: 'error',
    error: expect.stringContaining('The playbook drain cannot be run: access denied'),
  })
  expect(await db.query(sql`select from playbook_runs where playbook_id = ${playbook}`)).toEqual([])
})

test('two processes never send the same message', async () => {
  const first = keeper()
  const ruleId = await addRule(db, { events: ['config.unhealthy'], custom_services: [{ url: 'https://a.example' }] })
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, not_before)
    select ${ruleId}, '', 'pending', 'config.unhealthy', ${POD}, now() - interval '1 minute' from generate_series(1, 40)`)
  await db.run(sql`update config_items set health = 'unhealthy' where id = ${POD}`)
  const engines = [testNotifications(db, first), testNotifications(db, first)]
  await Promise.all(engines.map(({ send }) => send()))
  expect(first.attempts()).toBe(40)
  expect(new Set(first.sent.map(({ key }) => key)).size).toBe(40)
  expect(new Set((await readSends(db, ruleId)).map(({ status }) => status))).toEqual(new Set(['sent']))
})

test('another process sends the message of a process that ended, once its lease has ended', async () => {
  const { sent, notify } = keeper()
  const { ruleId, send, pass, now } = await dueMessage({ custom_services: [{ url: 'https://a.example' }] }, { notify })
  const [claimed] = await claimDueSends(db, now(), 10)
  expect(claimed).toMatchObject({ ruleId, leaseEnd: new Date(now().getTime() + LEASE_MS) })
  pass(LEASE_MS - 1)
  await send()
  expect(sent).toEqual([])
  pass(1)
  await send()
  await send()
  expect(sent).toHaveLength(1)
  expect(await sendOf(ruleId)).toMatchObject({ status: 'sent' })
})

test.each([
  ['that succeeds', [], { status: 'sent', error: null, retries: 0 }],
  ['that fails', [new Error('The service is busy.')], { status: 'pending', error: 'The service is busy.', retries: 1 }],
])('a process whose lease has ended does not overwrite an attempt of another %s', async (_what, failures, outcome) => {
  const signals = new EventEmitter()
  const begun = once(signals, 'begun')
  const slow = async () => {
    const response = once(signals, 'response')
    signals.emit('begun')
    await response
    throw new Error('The service does not respond.')
  }
  const { ruleId, send, now } = await dueMessage({ custom_services: [{ url: 'https://a.example' }] }, { notify: slow })
  const sending = send()
  await begun
  const later = () => new Date(now().getTime() + LEASE_MS)
  await testNotifications(db, { notify: keeper(failures).notify, now: later }).send()
  signals.emit('response')
  await sending
  expect(await sendOf(ruleId)).toMatchObject(outcome)
})

test('tells an attempt from a wait', async () => {
  const during: unknown[] = []
  const notify = async () => {
    during.push(
      ...(await db.query(sql`
        select not_before = (payload ->> 'leased_until')::timestamptz as "isLeased" from notification_send_history
        where notification_id = ${ruleId}`))
    )
    throw new Error('busy')
  }
  const ruleId = await addRule(db, { events: ['check.failed'], custom_services: [{ url: 'https://a.example' }] })
  await setCheck('unhealthy')
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, not_before)
    values (${ruleId}, '', 'pending', 'check.failed', ${CHECK}, now() - interval '1 minute')`)
  await testNotifications(db, { notify }).send()
  expect(during).toEqual([{ isLeased: true }])
  const [send] = await readSends(db, ruleId)
  expect(send?.not_before).not.toEqual(new Date(send?.payload?.['leased_until'] ?? ''))
  expect(send).toMatchObject({ status: 'pending', retries: 1 })
})

test('sends at most eight messages at the same time', async () => {
  let open = 0
  let most = 0
  const notify = async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setImmediate(resolve))
    open--
  }
  const ruleId = await addRule(db, { events: ['check.failed'], custom_services: [{ url: 'https://a.example' }] })
  await setCheck('unhealthy')
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, not_before)
    select ${ruleId}, '', 'pending', 'check.failed', ${CHECK}, now() - interval '1 minute' from generate_series(1, 30)`)
  await testNotifications(db, { notify }).send()
  expect(most).toBeLessThanOrEqual(8)
  expect((await readSends(db, ruleId)).every(({ status }) => status === 'sent')).toBe(true)
})

/** Holds back responses to one address until they are released. */
function stalled(address: string) {
  const signals = new EventEmitter()
  signals.setMaxListeners(0)
  const reached: string[] = []
  const expectReached = (url: string, count: number) =>
    eventually(() => expect(reached.filter((one) => one === url)).toHaveLength(count))
  let open = 0
  let most = 0
  const notify = async ({ url }: { url: string }) => {
    reached.push(url)
    if (url !== address) return
    most = Math.max(most, ++open)
    await once(signals, 'released')
    open--
  }
  return { notify, reached, expectReached, most: () => most, release: () => signals.emit('released') }
}

const [SLOW, QUICK] = ['https://slow.example', 'https://quick.example']

test('a recipient that does not respond takes two attempts, and the others receive their messages', async () => {
  const slow = stalled(SLOW)
  const rules = [
    await addRule(db, { events: ['check.failed'], custom_services: [{ url: SLOW }] }),
    // Only the attempt tells that this rule has the same recipient.
    await addRule(db, { events: ['check.failed'], custom_services: [{ url: QUICK, filter: 'false' }, { url: SLOW }] }),
    await addRule(db, { events: ['check.failed'], custom_services: [{ url: QUICK }] }),
  ]
  await setCheck('unhealthy')
  for (const [index, rule] of rules.entries())
    await db.run(sql`
      insert into notification_send_history (notification_id, body, status, source_event, resource_id, not_before)
      select ${rule}, '', 'pending', 'check.failed', ${CHECK}, now() - ${3 - index} * interval '1 minute'
      from generate_series(1, 20)`)
  const { send } = testNotifications(db, slow)
  const sending = send()
  await slow.expectReached(QUICK, 20)
  expect(slow.reached.filter((url) => url === SLOW)).toHaveLength(2)
  expect((await readSends(db, rules[2] ?? '')).every(({ status }) => status === 'sent')).toBe(true)
  for (let count = 2; count <= 40; count += 2) {
    await slow.expectReached(SLOW, count)
    slow.release()
  }
  await sending
  expect(slow.most()).toBe(2)
  for (const rule of rules) expect((await readSends(db, rule)).map(({ status }) => status)).not.toContain('pending')
})

test('the fallback recipient has attempts of its own', async () => {
  const slow = stalled(SLOW)
  const rule = { custom_services: [{ url: SLOW }], fallback_custom_services: [{ url: QUICK }] }
  const ruleId = await addRule(db, { events: ['check.failed'], ...rule })
  await setCheck('unhealthy')
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, not_before)
    select ${ruleId}, '', case when place > 2 then 'attempting_fallback' else 'pending' end, 'check.failed', ${CHECK},
      now() - interval '1 minute' + place * interval '1 second'
    from generate_series(1, 6) as place`)
  const { send } = testNotifications(db, slow)
  const sending = send()
  await slow.expectReached(QUICK, 4)
  await slow.expectReached(SLOW, 2)
  slow.release()
  await sending
  expect((await readSends(db, ruleId)).map(({ status }) => status)).toEqual(Array(6).fill('sent'))
})
