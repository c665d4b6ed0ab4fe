/** The parameter of a link that invites to create an account. */
const PARAM = 'invite'

/** The id of the invitation in an address; undefined without one. It is a uuid, but other ids are the server's matter. */
export function readInvitation(search: string): string | undefined {
  const id = new URLSearchParams(search).get(PARAM)?.trim()
  return id === undefined || id === '' || id.length > 100 ? undefined : id
}

/**
 * The address to return to after registration. Backends read the invitation from it.
 *
 * @param href an absolute address
 */
export function withInvitation(href: string, invitation: string): string {
  const url = new URL(href)
  url.searchParams.set(PARAM, invitation)
  return url.href
}

/** The same address without an invitation, which has no meaning after registration. */
export function withoutInvitation(href: string): string {
  const url = new URL(href)
  if (!url.searchParams.has(PARAM)) return href
  url.searchParams.delete(PARAM)
  return url.href
}

/** The address of a sign-in page that keeps the invitation of another. */
export const keepInvitation = (path: string, invitation: string | undefined): string =>
  invitation === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${PARAM}=${encodeURIComponent(invitation)}`
