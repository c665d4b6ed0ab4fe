import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Flow, FlowKind, Scalar } from '../../api/flow'
import { createFlow, type FlowAnswer, getFlow, submitFlow } from '../../api/identity'
import { whoIsSignedIn } from '../../api/session'
import { paths } from '../../lib/paths'
import { returnTo } from '../../lib/return-to'
import { keepDrafts } from '../../ui/form/drafts'
import { arrive } from '../shell/focus/arrival'
import { belongsTo, type Ending, endingState, forgetData, onOtherTabs, tellOtherTabs } from '../shell/access/session'
import { keyOf, type Typed } from './body'
import { endingIn } from './endings'
import { type Situation, type Step, stepAfter } from './steps'

/** What the page of a flow shows. */
export type Stage =
  | { is: 'loading' }
  /** `said`: why this flow replaces another. */
  | { is: 'flow'; flow: Flow; said: string | undefined }
  | { is: 'closed'; message: string }
  | { is: 'failed'; message: string }

/** The result of sending a form. */
export type Sent = { is: 'shown'; flow: Flow } | { is: 'told'; message: string } | { is: 'left' }

export type FlowPage = {
  stage: Stage
  /** The address to return to at the end; not checked yet. */
  back: string | undefined
  /** The input so far, kept by the forms for a flow that starts over. */
  typed: { current: Typed }
  send(body: Readonly<Record<string, Scalar>>): Promise<Sent>
  /** Starts a new flow, with the same input. */
  restart(said?: string): void
}

/** A limit, because a service could redirect from flow to flow for ever. */
const MOST_STEPS = 4
/** Two refused tokens within this time mean that the browser keeps no cookies. */
const FORGED_AGAIN_MS = 10_000
/** Kratos's message id for an unspecified error. */
const GENERIC = 4000001

/** The state of the flow in the address, with the functions to advance it. */
export function useFlow(kind: FlowKind): FlowPage {
  const search = useSearch()
  const queries = useQueryClient()
  const [stage, setStage] = useState<Stage>({ is: 'loading' })
  const current = useRef<Flow>(undefined)
  const [given] = useState(() => codeGiven(kind))
  const typed = useRef<Typed>(given)
  const forgedAt = useRef(-FORGED_AGAIN_MS)
  const running = useRef<AbortController>(undefined)

  const show = useCallback((flow: Flow, said?: string, withoutReturn = false) => {
    if (flow.identity !== undefined) belongsTo(flow.identity)
    current.current = flow
    setAddress((params) => {
      params.set('flow', flow.id)
      if (withoutReturn) params.delete('return_to')
    })
    setStage({ is: 'flow', flow, said })
  }, [])

  const go = useCallback(
    (to: string, hasEntered: boolean) => {
      if (hasEntered) {
        // Cached data may belong to another person, or lack what they may see now.
        forgetData(queries)
        tellOtherTabs('in')
      }
      // For returning to these settings after a fresh sign-in.
      if (kind === 'settings') keepDrafts()
      arrive()
      if (new URL(to, location.origin).pathname.startsWith('/api/')) location.assign(to)
      else navigate(to, { replace: true, state: endingState(whyNext(kind, to)) })
    },
    [kind, queries]
  )

  const judge = useCallback(
    (answer: FlowAnswer, asked: Situation['asked']): Step => {
      const wasForged = performance.now() - forgedAt.current < FORGED_AGAIN_MS
      if (answer.is === 'forged') forgedAt.current = performance.now()
      const here = `${location.pathname}${location.search}`
      return stepAfter(answer, { kind, asked, origin: location.origin, here, back: backOf(current.current), wasForged })
    },
    [kind]
  )

  const follow = useCallback(
    async (first: Step, signal: AbortSignal) => {
      let step = first
      let said: string | undefined
      let withoutReturn = false
      for (let count = 0; count < MOST_STEPS; count++) {
        if (signal.aborted) return
        if ('said' in step) said = step.said ?? said
        switch (step.do) {
          case 'show':
            return show(step.flow, said, withoutReturn)
          case 'go':
            return go(step.to, step.entered ?? false)
          case 'leave':
            return location.assign(step.to)
          case 'close':
            return setStage({ is: 'closed', message: step.message })
          case 'tell':
          case 'fail':
            return setStage({ is: 'failed', message: step.message })
          case 'open':
            step = judge(await getFlow(kind, step.id, signal), 'get')
            break
          case 'restart': {
            // A code is that of one flow.
            typed.current = without(typed.current, new Set(['code']))
            const query = queryFor(kind, current.current)
            withoutReturn ||= step.withoutReturn ?? false
            const asked = withoutReturn ? undefined : backOf(current.current)
            const full =
              asked === undefined ? query : [...query, ['return_to', returnTo(asked, location.origin)] as const]
            step = judge(await createFlow(kind, full, signal), 'create')
          }
        }
      }
      if (!signal.aborted) setStage({ is: 'failed', message: 'The sign-in service goes round in circles.' })
    },
    [go, judge, kind, show]
  )

  const begin = useCallback(
    (step: Step) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      void follow(step, abort.signal)
    },
    [follow]
  )

  useEffect(() => {
    const id = new URLSearchParams(search).get('flow')
    if (id !== null && id === current.current?.id) return
    current.current = undefined
    setStage({ is: 'loading' })
    begin(id === null ? { do: 'restart' } : { do: 'open', id })
  }, [search, begin])
  useEffect(() => () => running.current?.abort(), [])

  const restart = useCallback((said?: string) => begin({ do: 'restart', ...(said ? { said } : {}) }), [begin])

  useEffect(() => {
    if (kind !== 'login') return
    // After signing in in another tab, the answer to a new flow leads on.
    return onOtherTabs((news) => news === 'in' && restart())
  }, [kind, restart])

  const send = async (body: Readonly<Record<string, Scalar>>): Promise<Sent> => {
    const flow = current.current
    if (!flow) return { is: 'left' }
    const answer = await reconsider(await submitFlow(kind, flow.id, body), kind)
    const step = judge(answer, 'submit')
    if (step.do === 'show') {
      // Accepted input is not kept: the form starts with the values of the service.
      if (step.flow.state === 'success') typed.current = without(typed.current, new Set(Object.keys(body).map(keyOf)))
      show(step.flow)
      return { is: 'shown', flow: step.flow }
    }
    if (step.do === 'tell') return { is: 'told', message: step.message }
    begin(step)
    return { is: 'left' }
  }
  return { stage, back: backOf(stage.is === 'flow' ? stage.flow : undefined), typed, send, restart }
}

/** What the next page says about why it opens. */
function whyNext(kind: FlowKind, to: string): Ending | undefined {
  const { pathname, searchParams } = new URL(to, location.origin)
  const isConfirmed = kind === 'login' && endingIn(history.state) === 'confirm'
  if (pathname !== paths.login) return isConfirmed && pathname === paths.profile ? 'confirmed' : undefined
  if (kind === 'settings' && ['aal', 'refresh'].some((name) => searchParams.has(name))) return 'confirm'
  if (kind !== 'login' || searchParams.get('aal') !== 'aal2') return undefined
  // The second step of a confirmation is one, too.
  return isConfirmed ? 'confirm' : 'secondStep'
}

const without = (typed: Typed, keys: ReadonlySet<string>): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.has(key)))

/**
 * The code of a link that somebody was given. It is behind the `#`, which is not sent to servers and appears in no log.
 * It is only filled in, because the person has to decide to send it.
 */
function codeGiven(kind: FlowKind): Typed {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  return code !== null && (kind === 'recovery' || kind === 'verification') && /^\d{4,10}$/.test(code) ? { code } : {}
}

/** The address to return to at the end: that of the address bar, or else of the flow. */
const backOf = (flow: Flow | undefined) => new URLSearchParams(location.search).get('return_to') ?? flow?.returnTo

/** Kratos gives a generic error when a signed-in person signs in again, so the session is checked. */
async function reconsider(answer: FlowAnswer, kind: FlowKind): Promise<FlowAnswer> {
  if (kind !== 'login' || answer.is !== 'flow' || answer.flow.messages.length !== 1) return answer
  if (answer.flow.messages[0]?.id !== GENERIC) return answer
  const session = await whoIsSignedIn().catch(() => undefined)
  return session?.is === 'active' ? { is: 'signedIn' } : answer
}

/** The query for a new flow, from the address or the flow before. */
function queryFor(kind: FlowKind, before: Flow | undefined) {
  if (kind !== 'login') return []
  const params = new URLSearchParams(location.search)
  const level = params.get('aal') ?? before?.level ?? 'aal1'
  const isRefresh = params.get('refresh') === 'true' || (before?.isRefresh ?? false)
  return [
    ...(isRefresh ? [['refresh', 'true'] as const] : []),
    ...(level.toLowerCase() === 'aal2' ? [['aal', 'aal2'] as const] : []),
  ]
}

function setAddress(change: (params: URLSearchParams) => void): void {
  const params = new URLSearchParams(location.search)
  change(params)
  const search = params.size > 0 ? `?${params}` : ''
  if (search !== location.search || location.hash !== '') {
    // Why a sign-in page opened stays true until somebody signed in; elsewhere it is told once.
    const state: unknown = location.pathname === paths.login ? history.state : null
    navigate(`${location.pathname}${search}`, { replace: true, state })
  }
}
