import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Flow, FlowKind, FlowScalar } from '@/api/sign-in/flow'
import { createFlow, type FlowResult, getFlow, submitFlow } from '@/api/sign-in/identity'
import { readCurrentSession } from '@/api/sign-in/session'
import { profilePage, signInPaths } from '@/shared/pages/sign-in'
import { readInvitation, withInvitation } from '@/shared/sign-in/invitation'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { storeAllDrafts } from '../../ui/form/drafts'
import { useUnmount } from '../../ui/hooks'
import { recordNavigation } from '../shared/page/first-page'
import {
  recordSessionOwner,
  type SessionEnding,
  toHistoryState,
  dropFetchedData,
  onSessionEvent,
  notifyOtherTabs,
} from '../shared/access/session'
import { fieldKey, type FieldInput } from './flow-body'
import { readEnding } from './endings'
import { type FlowSituation, type FlowStep, nextFlowStep } from './flow-steps'

/** The state of a flow's page. */
export type FlowState =
  | { is: 'loading' }
  /** `restartReason`: the reason why this flow replaces another. */
  | { is: 'flow'; flow: Flow; restartReason: string | undefined }
  | { is: 'closed'; message: string }
  | { is: 'failed'; message: string }

/** The result of sending a form. */
export type SendResult = { is: 'shown'; flow: Flow } | { is: 'message'; message: string } | { is: 'left' }

export type FlowPage = {
  stage: FlowState
  /** The address to return to at the end; not checked yet. */
  back: string | undefined
  /** The input so far, kept by the forms for a flow that starts over. */
  typed: { current: FieldInput }
  send(body: Readonly<Record<string, FlowScalar>>): Promise<SendResult>
  /** Starts a new flow, with the same input. */
  restart(restartReason?: string): void
}

/** Maximum number of steps, because a service could redirect from flow to flow forever. */
const MOST_STEPS = 4
/** Milliseconds. Two refused tokens within this time mean that the browser does not store cookies. */
const FORGED_AGAIN_MS = 10_000
/** Kratos's message id for an unspecified error. */
const GENERIC = 4000001

/** The state of the flow in the address, with the functions to advance it. */
export function useFlow(kind: FlowKind): FlowPage {
  const search = useSearch()
  const { stage, current, typed, show, judge, begin, startOver, dropInput } = useFlowSteps(kind)

  useEffect(() => {
    const id = new URLSearchParams(search).get('flow')
    if (id !== null && id === current.current?.id) return
    startOver(id === null ? { do: 'restart' } : { do: 'open', id })
  }, [search, current, startOver])

  const restart = useCallback(
    (restartReason?: string) => begin({ do: 'restart', ...(restartReason ? { restartReason } : {}) }),
    [begin]
  )

  useEffect(() => {
    if (kind !== 'login') return
    // After signing in in another tab, the response to a new flow redirects.
    return onSessionEvent((news) => news === 'in' && restart())
  }, [kind, restart])

  const send = async (body: Readonly<Record<string, FlowScalar>>): Promise<SendResult> => {
    const flow = current.current
    if (!flow) return { is: 'left' }
    const answer = await reconsider(await submitFlow(kind, flow.id, body, invitationOf(kind)), kind)
    const step = judge(answer, 'submit')
    if (step.do === 'show') {
      // Accepted input is dropped, so the form starts with the values of the service.
      if (step.flow.state === 'success') dropInput(Object.keys(body).map(fieldKey))
      show(step.flow)
      return { is: 'shown', flow: step.flow }
    }
    if (step.do === 'tell') return { is: 'message', message: step.message }
    begin(step)
    return { is: 'left' }
  }
  return { stage, back: backOf(stage.is === 'flow' ? stage.flow : undefined), typed, send, restart }
}

/** Follows the steps of a flow. A new sequence of steps aborts the previous one. */
function useFlowSteps(kind: FlowKind) {
  const queries = useQueryClient()
  const [stage, setStage] = useState<FlowState>({ is: 'loading' })
  const current = useRef<Flow>(undefined)
  const [given] = useState(() => codeGiven(kind))
  const typed = useRef<FieldInput>(given)
  const forgedAt = useRef(-FORGED_AGAIN_MS)
  const running = useRef<AbortController>(undefined)

  const show = useCallback((flow: Flow, restartReason?: string, withoutReturn = false) => {
    if (flow.identity !== undefined) recordSessionOwner(flow.identity)
    current.current = flow
    setAddress((params) => {
      params.set('flow', flow.id)
      if (withoutReturn) params.delete('return_to')
    })
    setStage({ is: 'flow', flow, restartReason })
  }, [])

  const judge = useCallback(
    (answer: FlowResult, request: FlowSituation['request']): FlowStep => {
      const wasForged = performance.now() - forgedAt.current < FORGED_AGAIN_MS
      if (answer.is === 'forged') forgedAt.current = performance.now()
      const here = `${location.pathname}${location.search}`
      return nextFlowStep(answer, {
        kind,
        request,
        origin: location.origin,
        here,
        back: backOf(current.current),
        isInvited: invitationOf(kind) !== undefined,
        wasForged,
      })
    },
    [kind]
  )

  const dropInput = useCallback((keys: readonly string[]) => {
    typed.current = Object.fromEntries(Object.entries(typed.current).filter(([key]) => !keys.includes(key)))
  }, [])

  const follow = useCallback(
    async (first: FlowStep, signal: AbortSignal) => {
      let step = first
      let restartReason: string | undefined
      let withoutReturn = false
      for (let count = 0; count < MOST_STEPS; count++) {
        if (signal.aborted) return
        if ('restartReason' in step) restartReason = step.restartReason ?? restartReason
        switch (step.do) {
          case 'show':
            return show(step.flow, restartReason, withoutReturn)
          case 'go':
            return leaveFlow(kind, step.to, step.entered === true, queries)
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
            // A code is valid for one flow only.
            dropInput(['code'])
            withoutReturn ||= step.withoutReturn ?? false
            const query = [
              ...queryFor(kind, current.current),
              ...returnQuery(withoutReturn ? undefined : backOf(current.current), invitationOf(kind)),
            ]
            step = judge(await reconsider(await createFlow(kind, query, signal), kind), 'create')
          }
        }
      }
      if (!signal.aborted) setStage({ is: 'failed', message: 'Sign-in is stuck in a redirect loop.' })
    },
    [dropInput, judge, kind, queries, show]
  )

  const begin = useCallback(
    (step: FlowStep) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      void follow(step, abort.signal)
    },
    [follow]
  )
  useUnmount(() => running.current?.abort())

  /** Follows the steps of another flow than the current one. */
  const startOver = useCallback(
    (step: FlowStep) => {
      current.current = undefined
      setStage({ is: 'loading' })
      begin(step)
    },
    [begin]
  )
  return { stage, current, typed, show, judge, begin, startOver, dropInput }
}

/** Opens the page that follows a flow. @param hasEntered whether the user has signed in */
function leaveFlow(kind: FlowKind, to: string, hasEntered: boolean, queries: QueryClient): void {
  if (hasEntered) {
    // Cached data may belong to another user, or lack data that this user has access to.
    dropFetchedData(queries)
    notifyOtherTabs('in')
  }
  // Returns to these settings after signing in again.
  if (kind === 'settings') storeAllDrafts()
  recordNavigation()
  if (new URL(to, location.origin).pathname.startsWith('/api/')) location.assign(to)
  else navigate(to, { replace: true, state: toHistoryState(whyNext(kind, to)) })
}

/** The reason that the next page shows for opening. */
function whyNext(kind: FlowKind, to: string): SessionEnding | undefined {
  const { pathname, searchParams } = new URL(to, location.origin)
  const isConfirmed = kind === 'login' && readEnding(history.state) === 'confirm'
  if (pathname !== signInPaths.login) return isConfirmed && pathname === profilePage.path ? 'confirmed' : undefined
  if (kind === 'settings' && ['aal', 'refresh'].some((name) => searchParams.has(name))) return 'confirm'
  if (kind !== 'login' || searchParams.get('aal') !== 'aal2') return undefined
  // The second step of a confirmation is also a confirmation.
  return isConfirmed ? 'confirm' : 'secondStep'
}

/**
 * The code in a link. It follows the `#`, which is not sent to servers and does not appear in logs. It is only filled in,
 * because the user has to decide to send it.
 */
function codeGiven(kind: FlowKind): FieldInput {
  const code = new URLSearchParams(location.hash.slice(1)).get('code')
  return code !== null && (kind === 'recovery' || kind === 'verification') && /^\d{4,10}$/.test(code) ? { code } : {}
}

/** The address to return to at the end: from the URL, or else from the flow. With an invitation, that of the flow has it. */
function backOf(flow: Flow | undefined): string | undefined {
  const { search } = location
  return new URLSearchParams(search).get('return_to') ?? (readInvitation(search) ? undefined : flow?.returnTo)
}

/** The invitation in the address, which registration accepts. */
const invitationOf = (kind: FlowKind) => (kind === 'registration' ? readInvitation(location.search) : undefined)

function returnQuery(back: string | undefined, invitation: string | undefined) {
  if (back === undefined && invitation === undefined) return []
  const to = resolveReturnTo(back, location.origin)
  return [['return_to', invitation === undefined ? to : withInvitation(to, invitation)] as const]
}

/** Kratos gives a generic error when a signed-in person signs in or registers again, so the session is checked. */
async function reconsider(answer: FlowResult, kind: FlowKind): Promise<FlowResult> {
  if (kind === 'registration' && answer.is === 'failed') {
    const session = await readCurrentSession('kratos').catch(() => undefined)
    return session?.is === 'active' ? { is: 'signedIn' } : answer
  }
  if (kind !== 'login' || answer.is !== 'flow' || answer.flow.messages.length !== 1) return answer
  if (answer.flow.messages[0]?.id !== GENERIC) return answer
  const session = await readCurrentSession('kratos').catch(() => undefined)
  return session?.is === 'active' ? { is: 'signedIn' } : answer
}

/** The query for a new flow, from the URL or the previous flow. */
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
    // The reason for a sign-in page is shown until the user has signed in; on other pages it is shown once.
    const state: unknown = location.pathname === signInPaths.login ? history.state : null
    navigate(`${location.pathname}${search}`, { replace: true, state })
  }
}
