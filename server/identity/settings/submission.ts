import type { FormBody } from '../http/body'
import { uiPaths } from '../config'
import { IdentityError } from '../http/errors'
import { endpointAddress, type Exchange, pageAddress } from '../http/exchange'
import type { ProtocolMessage } from '../flows/messages'
import { isPrivileged } from '../sessions/sessions'
import type { Flow, IdentityService, Session } from '../types'

/** A submitted change. */
export type SettingsChange = {
  service: IdentityService
  exchange: Exchange
  session: Session
  flow: Flow
  body: FormBody
}

export type SettingsOutcome =
  /** `context` replaces the flow's context, if set. `verification` is the flow for a new address. */
  | { outcome: 'saved'; context?: Flow['context']; verification?: Flow }
  /** Nothing changes; the form shows more. */
  | { outcome: 'shown'; context: Flow['context'] }
  | {
      outcome: 'refused'
      context?: Flow['context']
      messages?: ProtocolMessage[]
      fieldErrors?: Record<string, ProtocolMessage>
    }

/** Whether a button was pressed. */
export const isPressed = (body: FormBody, name: string) => body[name] === true || body[name] === 'true'

/** @throws {IdentityError} 403 when the last authentication is too long ago. */
export function requirePrivilege({ service, exchange, session, flow }: SettingsChange): void {
  if (isPrivileged(service, session)) return
  const redirect_browser_to = endpointAddress(exchange, '/self-service/login/browser', {
    refresh: 'true',
    return_to: pageAddress(exchange, uiPaths.settings, { flow: flow.id }),
  })
  throw new IdentityError(403, {
    id: 'session_refresh_required',
    reason: 'Confirm your identity before you change this.',
    redirect_browser_to,
  })
}
