import type { Measured } from '../measured'

/** All kinds of flows, new or refused. */
const flow = `{
  id: uuid, organization_id?: null, type: "browser", expires_at: time, issued_at: time, request_url: string,
  ui: {action: string, method: "POST", nodes: [{type: "input"|"script"|"img"|"text",
  group: "default"|"password"|"code"|"profile"|"lookup_secret"|"webauthn"|"totp", attributes: {name?: string,
  type?: "hidden"|"text"|"password"|"submit"|"email"|"button"|"text/javascript", value?: string, required?: bool,
  disabled?: bool, node_type: "input"|"script"|"img"|"text", autocomplete?: string, onclick?: string,
  onclickTrigger?: string, src?: string, async?: bool, referrerpolicy?: string, crossorigin?: string,
  integrity?: string, id?: string, nonce?: uuid, width?: int, height?: int, text?: {id: int, text: string,
  type: "info", context: {map: array|string}}, pattern?: string, maxlength?: int}, messages: [{id: int, text: string,
  type: "error", context?: {map: int|string}}], meta: {label?: {id: int, text: string, type: "info",
  context?: {map: string}}}}], messages?: [{id: int, text: string, type: "info"|"error"|"success",
  context?: {map: string}}]}, created_at?: time, updated_at?: time, refresh?: bool, requested_aal?: string,
  state: "choose_method"|"show_form"|"success"|"sent_email", active?: string, identity?: {id: uuid, schema_id: string,
  schema_url: string, state: "active", state_changed_at: time, traits: {name: {first: string, last?: string},
  email: string}, verifiable_addresses: [{id: uuid, value: string, verified: bool, via: "email",
  status: "completed"|"pending"|"sent", verified_at?: time, created_at: time, updated_at: time}],
  recovery_addresses: [{id: uuid, value: string, via: "email", created_at: time, updated_at: time}],
  metadata_public: null, created_at: time, updated_at: time, organization_id: null},
  continue_with?: [{action: "redirect_browser_to", redirect_browser_to: string}], transient_payload?: {},
  return_to?: string
}`

export const signIn: Measured = {
  answers: {
    'GET /.ory/self-service/errors': `{
      id: uuid, error: {code: int, status: string, reason: string, message: string}, created_at: time,
      updated_at: time
    }`,
    'POST /.ory/self-service/login': `{
      session: {id: uuid, active: bool, expires_at: time, authenticated_at: time,
      authenticator_assurance_level: "aal1"|"aal2", authentication_methods: [{method: "password"|"totp",
      aal: "aal1"|"aal2", completed_at: time}], issued_at: time, identity: {id: uuid, schema_id: string,
      schema_url: string, state: "active", state_changed_at: time, traits: {name: {last: string, first: string},
      email: string}, verifiable_addresses: [{id: uuid, value: string, verified: bool, via: "email",
      status: "pending"|"sent", created_at: time, updated_at: time}], recovery_addresses: [{id: uuid, value: string,
      via: "email", created_at: time, updated_at: time}], metadata_public: null, created_at: time, updated_at: time,
      organization_id: null}, devices: [{id: uuid, ip_address: string, user_agent: string, location: string}]},
      continue_with: [{action: "redirect_browser_to", redirect_browser_to: string}]
    }`,
    'GET /.ory/self-service/logout/browser': '{logout_url: string, logout_token: string}',
    'GET /.ory/sessions': `[{
      id: uuid, active: bool, expires_at: time, authenticated_at: time, authenticator_assurance_level: "aal2"|"aal1",
      authentication_methods: [{method: "password"|"totp", aal: "aal1"|"aal2", completed_at: time}], issued_at: time,
      identity: {id: uuid, schema_id: string, schema_url: string, state: "active", state_changed_at: time,
      traits: {name: {first: string, last?: string}, email: string}, metadata_public: null, created_at: time,
      updated_at: time, organization_id: null}, devices: [{id: uuid, ip_address: string, user_agent: string,
      location: string}]
    }]`,
    'DELETE /.ory/sessions': '{count: int}',
    'GET /.ory/sessions/whoami': `{
      id: uuid, active: bool, expires_at: time, authenticated_at: time, authenticator_assurance_level: "aal1"|"aal2",
      authentication_methods: [{method: "password"|"totp", aal: "aal1"|"aal2", completed_at: time}], issued_at: time,
      identity: {id: uuid, schema_id: string, schema_url: string, state: "active", state_changed_at: time,
      traits: {name: {first: string, last?: string}, email: string}, verifiable_addresses: [{id: uuid, value: string,
      verified: bool, via: "email", status: "sent"|"pending"|"completed", created_at: time, updated_at: time,
      verified_at?: time}], recovery_addresses: [{id: uuid, value: string, via: "email", created_at: time,
      updated_at: time}], metadata_public: null, created_at: time, updated_at: time, organization_id: null},
      devices: [{id: uuid, ip_address: string, user_agent: string, location: string}]
    }`,
    'GET /.ory/self-service/logout': 'null',
    'DELETE /.ory/sessions/{id}': 'null',
    'GET /.ory/self-service/login/browser': flow,
    'GET /.ory/self-service/login/flows': flow,
    'GET /.ory/self-service/registration/browser': flow,
    'GET /.ory/self-service/registration/flows': flow,
    'GET /.ory/self-service/recovery/browser': flow,
    'GET /.ory/self-service/recovery/flows': flow,
    'GET /.ory/self-service/verification/browser': flow,
    'GET /.ory/self-service/verification/flows': flow,
    'GET /.ory/self-service/settings/browser': flow,
    'GET /.ory/self-service/settings/flows': flow,
  },
}
