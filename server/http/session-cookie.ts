/** The session cookie, named as in Kratos and therefore as in an identity service behind the gateway. */
export const SESSION_COOKIE = 'ory_kratos_session'
