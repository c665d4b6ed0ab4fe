/** HTTP Basic credentials, as a header. */
export const basic = (user: string, word: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
})

/** The same where there are any. */
export const basicIfGiven = (user = '', word = ''): Record<string, string> => (user || word ? basic(user, word) : {})

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/**
 * What every request to a service says, the length of its body among it: many servers refuse chunked bodies.
 * @param others win over these, and over each other: the later over the earlier.
 */
export const requestHeaders = (
  body: string | undefined,
  ...others: readonly Readonly<Record<string, string>>[]
): Record<string, string> =>
  Object.assign(
    {
      'User-Agent': 'mission-control-console',
      Accept: '*/*',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    ...others
  ) as Record<string, string>
