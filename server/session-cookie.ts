/** What a browser brings that is signed in: the name is Kratos's, and so is that of an identity service behind the gateway. */
export const SESSION_COOKIE = 'ory_kratos_session'
