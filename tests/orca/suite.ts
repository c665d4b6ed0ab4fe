import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { startTarget } from '../helpers/target'
import { type ScreenReader, startScreenReader } from './screen-reader'
import { administrator, type Fixture, flatList, type Scenario, scenarios, type ScenarioStep } from './scenarios'

export { missingTools } from './screen-reader'
export { scenarios }

/** Runs every scenario and compares its speech with the transcript; `isRecording` stores it instead. */
export async function runAll(
  { only, isRecording }: { only: string[]; isRecording: boolean },
  report: (line: string) => void
) {
  let [passed, failed] = [0, 0]
  for (const scenario of scenarios) {
    const { name } = scenario
    if (only.length > 0 && !only.some((wanted) => name.includes(wanted))) continue
    const file = fileURLToPath(new URL(`./transcripts/${name.replaceAll(' ', '-')}.txt`, import.meta.url))
    if (isRecording) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await transcript(scenario))
    }
    const wanted = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const differences = await compare(scenario, wanted, isRecording ? 0 : TRIES)
    const isRight = differences.length < TRIES
    report(
      `${isRight ? '✓' : '✗'} ${name}${isRight && differences.length > 0 ? ` (try ${differences.length + 1})` : ''}`
    )
    for (const one of differences) report(one)
    if (isRight) passed++
    else failed++
  }
  return { passed, failed }
}

/** Orca is a separate program with its own timers: on a busy machine it omits speech, or is one step late. */
const TRIES = 3

/** @returns the differences of each try, up to the first match */
async function compare(scenario: Scenario, wanted: string, tries: number): Promise<string[]> {
  const differences: string[] = []
  while (differences.length < tries) {
    const said = await transcript(scenario)
    if (said === wanted) break
    differences.push(difference(wanted, said))
  }
  return differences
}

async function transcript({ path = flatList, accounts = false, steps }: Scenario): Promise<string> {
  const fixture = await startFixture(accounts)
  const reader = await startScreenReader(`${fixture.url}${path}`)
  try {
    // The page, its title and the initial data.
    await reader.listen()
    await reader.listen()
    const lines: string[] = []
    for (const step of steps) lines.push(`> ${titleOf(step)}`, ...tidy(await take(step, reader, fixture)))
    return `${lines.join('\n')}\n`
  } finally {
    await reader.stop()
    await fixture.stop()
  }
}

const titleOf = (step: ScenarioStep) => ('press' in step ? step.press : 'type' in step ? `"${step.type}"` : step.does)

async function take(step: ScenarioStep, reader: ScreenReader, fixture: Fixture): Promise<string[]> {
  if ('press' in step) return reader.press(...step.press.split(' '))
  if ('type' in step) return reader.type(step.type)
  await step.act(fixture)
  return [...(await reader.listen()), ...(step.isSlow ? await reader.listen() : [])]
}

/** Key echoes are removed, and numbers differ between runs. */
const echoed = /^(?:\D|tab|escape|return|down|up|page down|space|backspace|(?:left|right) (?:control|shift|alt))$/i
const tidy = (said: readonly string[]) =>
  said.filter((words) => words !== '' && !echoed.test(words)).map((words) => words.replaceAll(/\d+(?:\.\d+)?/g, '#'))

/** The recorded speech with differing lines marked: the lines of a step may have another order. */
function difference(wanted: string, said: string): string {
  const known = wanted.split('\n')
  return said
    .split('\n')
    .map((line, at) => `    ${line === known[at] ? ' ' : '?'} ${line}`)
    .join('\n')
}

/** Four checks, two of which fail. They are created before sign-in is turned on. */
async function startFixture(accounts: boolean): Promise<Fixture & { stop(): Promise<void> }> {
  const folder = temporaryFolder()
  const target = await startTarget()
  const args = ['--data', folder.path, '--empty']
  let running: ConsoleProcess = await startConsole(args)
  const url = `http://127.0.0.1:${target.port}/`
  const names = ['checkout', 'homepage', 'payments', 'search']
  const canary = {
    name: 'shop',
    namespace: 'default',
    spec: {
      schedule: '@every 1h',
      http: names.map((name) => ({
        name,
        url,
        ...(name.length > 7 && name !== 'homepage' ? { responseContent: 'x' } : {}),
      })),
    },
  }
  await fetch(`${running.url}/api/db/canaries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(canary),
  })
  const checks = async (): Promise<{ id: string; name: string; last_runtime: string | null }[]> =>
    (await fetch(`${running.url}/api/db/checks?select=id,name,last_runtime&order=name`)).json()
  // The engine creates the checks of a new canary shortly afterwards.
  while ((await checks()).length < names.length) await pause(200)
  for (const { id } of await checks()) await fetch(`${running.url}/api/canary/run/check/${id}`, { method: 'POST' })
  if (accounts) {
    await running.stop()
    running = await startConsole([...args, '--auth', 'self'], { ADMIN_PASSWORD: administrator.password })
  }
  return {
    url: running.url,
    endSession: () => endOtherSessions(running.url),
    async remove(name) {
      const found = (await checks()).find((check) => check.name === name)
      await fetch(`${running.url}/api/db/checks?id=eq.${found?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ deleted_at: new Date().toISOString() }),
      })
    },
    kill: async () => void (await running.stop('SIGKILL')),
    async stop() {
      await running.stop()
      target.stop()
      folder.remove()
    },
  }
}

/** Signs in from another client, and ends the other sessions of the account. */
async function endOtherSessions(url: string): Promise<void> {
  const base = `${url}/api/.ory`
  const headers = { accept: 'application/json', 'content-type': 'application/json', origin: url }
  const begun = await fetch(`${base}/self-service/login/browser`, { headers })
  const flow: { id: string; ui: { nodes: { attributes: { name: string; value: string } }[] } } = await begun.json()
  const token = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const answer = await fetch(`${base}/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { ...headers, cookie: cookiesOf(begun) },
    body: JSON.stringify({ ...administrator, method: 'password', csrf_token: token }),
  })
  const { ok } = await fetch(`${base}/sessions`, {
    method: 'DELETE',
    headers: { ...headers, cookie: cookiesOf(answer) },
  })
  if (!ok) throw new Error('The session could not be ended.')
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
