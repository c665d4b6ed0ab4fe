import type { FlowKind, ContinueWith } from '@/api/sign-in/flow'
import type { FlowResult } from '@/api/sign-in/identity'
import { profilePage, signInPaths } from '@/shared/pages/sign-in'
import { HOME_PATH, addReturnTo } from '@/lib/sign-in/add-return-to'
import { withoutInvitation } from '@/shared/sign-in/invitation'
import { resolveRedirect, resolveReturnTo } from '@/lib/sign-in/return-to'

/** The next step of the page of a flow. */
export type FlowStep =
  | { do: 'show'; flow: Extract<FlowResult, { is: 'flow' }>['flow'] }
  /** A page of the console. `entered`: the user has just signed in, so cached data may belong to another user. */
  | { do: 'go'; to: string; entered?: true }
  /** A URL outside the console, opened by the browser. */
  | { do: 'leave'; to: string }
  | { do: 'open'; id: string; restartReason?: string }
  | { do: 'restart'; restartReason?: string; withoutReturn?: true }
  /** The form stays, with this message. */
  | { do: 'tell'; message: string; waitSeconds?: number | undefined }
  /** This message replaces the form. */
  | { do: 'close'; message: string }
  /** There is no form, but a retry may help. */
  | { do: 'fail'; message: string }

export type FlowSituation = {
  kind: FlowKind
  /** The request: creating a flow, reading it by its id, or sending its form. */
  request: 'create' | 'get' | 'submit'
  origin: string
  /** The address of the current page. */
  here: string
  /** The address to return to at the end; not checked yet. */
  back: string | undefined
  /** Whether the address has an invitation. */
  isInvited: boolean
  /** Whether a token was refused moments ago. */
  wasForged: boolean
}

export const NEEDS_INVITATION = 'You need an invitation to create an account here. Ask an administrator for one.'

const messages = {
  expired: 'Your interaction expired, please fill out the form again.',
  forged: 'A security violation was detected, please fill out the form again.',
  returnForbidden: 'The return_to address is not allowed.',
  invitationOver:
    'This invitation cannot be used: it was already used or has been withdrawn. Ask an administrator for a new one.',
  linkOver:
    'This link no longer works. It was already used, has expired, or was opened in another browser first. Nothing was changed. Ask the sender for a new link, or have a code sent to your address.',
  noCookies:
    'The sign-in service does not recognise this browser. Allow cookies for this site, close its other tabs, and try again.',
}

/** The next step after the answer to a request. */
export function nextFlowStep(answer: FlowResult, situation: FlowSituation): FlowStep {
  const { kind, request, origin, here } = situation
  const back = withoutInvitation(resolveReturnTo(situation.back, origin))
  const again = (text?: string): FlowStep => {
    // A flow that was just created cannot be outdated, so creating another would not help.
    if (request === 'create') return { do: 'fail', message: text ?? 'The sign-in service returned no form.' }
    return text === undefined ? { do: 'restart' } : { do: 'restart', restartReason: text }
  }
  // Users who follow a link have not started a form, so a new form would confuse them.
  if ((kind === 'recovery' || kind === 'verification') && request === 'get' && isOver(answer))
    return { do: 'restart', restartReason: messages.linkOver }
  switch (answer.is) {
    case 'flow': {
      // After a recovery the settings follow, for a new password.
      const next =
        kind === 'recovery' && request === 'submit' ? continuation(answer.flow.continueWith, origin) : undefined
      return next ?? { do: 'show', flow: answer.flow }
    }
    case 'done': {
      const next = continuation(answer.continueWith, origin)
      if (next) return next.do === 'go' && answer.hasSession ? { ...next, entered: true } : next
      if (kind === 'registration' && !answer.hasSession)
        return { do: 'go', to: addReturnTo(signInPaths.login, localPath(back)) }
      return { do: 'go', to: back, entered: true }
    }
    case 'signedIn':
      return { do: 'go', to: back, entered: true }
    case 'signedOut':
      // Signing in returns to this page, or to the target of a page that is itself for signing in.
      return { do: 'go', to: addReturnTo(signInPaths.login, kind === 'settings' ? here : localPath(back)) }
    case 'secondFactor':
    case 'refresh': {
      const page = answer.is === 'refresh' ? `${signInPaths.login}?refresh=true` : `${signInPaths.login}?aal=aal2`
      return { do: 'go', to: addReturnTo(page, kind === 'settings' ? here : localPath(back)) }
    }
    case 'leave':
      return (
        stepForRedirect(answer.to, origin, localPath(back)) ?? {
          do: 'tell',
          message: 'The sign-in service returned an invalid redirect.',
        }
      )
    case 'expired':
    case 'replaced': {
      const text = answer.is === 'expired' ? messages.expired : undefined
      if (answer.next !== undefined && request !== 'create')
        return { do: 'open', id: answer.next, ...(text ? { restartReason: text } : {}) }
      return again(text)
    }
    case 'unknown':
    case 'otherIdentity':
      return again()
    case 'forged':
      return situation.wasForged ? { do: 'close', message: messages.noCookies } : again(messages.forged)
    case 'returnForbidden':
      return situation.back === undefined
        ? again(messages.returnForbidden)
        : { do: 'restart', restartReason: messages.returnForbidden, withoutReturn: true }
    case 'disabled':
    case 'verifyAddress':
      return { do: 'close', message: answer.message }
    case 'limited':
      return request === 'submit'
        ? { do: 'tell', message: waiting(answer.seconds), waitSeconds: answer.seconds }
        : { do: 'fail', message: waiting(answer.seconds) }
    case 'refused':
      if (kind === 'verification' && request === 'create' && answer.status === 400) return { do: 'go', to: HOME_PATH }
      if (request === 'get' && answer.status === 403) return { do: 'restart' }
      if (kind === 'verification' && answer.status === 403) return again()
      if (request === 'submit') return { do: 'tell', message: answer.message }
      return request === 'create' && answer.status === 400
        ? { do: 'close', message: answer.message }
        : { do: 'fail', message: answer.message }
    case 'failed':
      // A hook of the backend refuses to begin, and describes itself instead of the reason.
      if (kind === 'registration' && request === 'create')
        return { do: 'close', message: situation.isInvited ? messages.invitationOver : NEEDS_INVITATION }
      return request === 'submit' ? { do: 'tell', message: answer.message } : { do: 'fail', message: answer.message }
    case 'unreachable':
      return request === 'submit' ? { do: 'tell', message: answer.message } : { do: 'fail', message: answer.message }
  }
}

/** The flow no longer exists, or not for this browser. If it names a successor, that one is opened. */
const isOver = (answer: FlowResult) =>
  answer.is === 'unknown' ||
  answer.is === 'otherIdentity' ||
  answer.is === 'forged' ||
  (answer.is === 'expired' && answer.next === undefined) ||
  (answer.is === 'refused' && answer.status === 403)

const waiting = (seconds: number | undefined) =>
  seconds === undefined
    ? 'Too many attempts. Wait a while, then try again.'
    : `Too many attempts. Try again in ${seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`}.`

/** Path, query and fragment of an address of this origin. */
function localPath(href: string): string {
  const { pathname, search, hash } = new URL(href)
  return `${pathname}${search}${hash}`
}

const flowPages = [
  ['show_settings_ui', profilePage.path],
  ['show_recovery_ui', signInPaths.recovery],
  ['show_verification_ui', signInPaths.verification],
] as const

function continuation(items: ContinueWith, origin: string): FlowStep | undefined {
  for (const [action, page] of flowPages) {
    const id = items.find((item) => item.action === action)?.flow?.id
    if (id !== undefined) return { do: 'go', to: `${page}?flow=${encodeURIComponent(id)}` }
  }
  const to = items.find(({ action }) => action === 'redirect_browser_to')?.redirect_browser_to
  return to === undefined ? undefined : { do: 'go', to: withoutInvitation(resolveReturnTo(to, origin)) }
}

const pagesOf: Readonly<Record<string, string>> = {
  login: signInPaths.login,
  registration: signInPaths.registration,
  recovery: signInPaths.recovery,
  verification: signInPaths.verification,
  settings: profilePage.path,
}

/** The step for a redirect of the service. A redirect that would only create a flow becomes the page of that flow. */
function stepForRedirect(target: string, origin: string, back: string): FlowStep | undefined {
  const to = resolveRedirect(target, origin)
  if (to === undefined) return undefined
  const url = new URL(to)
  if (url.origin !== origin) return { do: 'leave', to }
  const page = pagesOf[/\/self-service\/([a-z]+)\/browser$/.exec(url.pathname)?.[1] ?? '']
  if (page === undefined) return url.pathname.startsWith('/api/') ? { do: 'leave', to } : { do: 'go', to }
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => name === 'aal' || name === 'refresh'))
  const path = query.size > 0 ? `${page}?${query}` : page
  const asks = url.searchParams.get('return_to')
  return { do: 'go', to: addReturnTo(path, asks === null ? back : localPath(resolveReturnTo(asks, origin))) }
}
