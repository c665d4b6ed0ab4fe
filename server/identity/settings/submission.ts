import type { Body } from '../http/body'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import { endpoint, type Exchange, pageOf } from '../http/exchange'
import type { Message } from '../flows/messages'
import { isPrivileged } from '../sessions/sessions'
import type { Flow, Service, Session } from '../types'

/** A submitted change. */
export type Change = { service: Service; exchange: Exchange; session: Session; flow: Flow; body: Body }

export type Outcome =
  /** `context` replaces the flow's context, if set. `verification` is the flow for a new address. */
  | { outcome: 'saved'; context?: Flow['context']; verification?: Flow }
  /** Nothing changes; the form shows more. */
  | { outcome: 'shown'; context: Flow['context'] }
  | { outcome: 'refused'; context?: Flow['context']; messages?: Message[]; faults?: Record<string, Message> }

/** Whether a button was pressed. */
export const isPressed = (body: Body, name: string) => body[name] === true || body[name] === 'true'

/** @throws {IdentityError} 403 when the last authentication is too long ago. */
export function requirePrivilege({ service, exchange, session, flow }: Change): void {
  if (isPrivileged(service, session)) return
  const redirect_browser_to = endpoint(exchange, '/self-service/login/browser', {
    refresh: 'true',
    return_to: pageOf(exchange, uiPaths.settings, { flow: flow.id }),
  })
  throw new IdentityError(403, {
    id: 'session_refresh_required',
    reason: 'Confirm your identity before you change this.',
    redirect_browser_to,
  })
}
