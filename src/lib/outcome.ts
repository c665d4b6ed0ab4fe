/** What went wrong, for people. A failed call has the server's message. */
export const failureMessage = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message.trim() !== '' ? thrown.message : 'An error occurred'
