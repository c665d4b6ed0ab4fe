/** The message of an error for display. A failed call has the message of the server. */
export const failureMessage = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message.trim() !== '' ? thrown.message : 'An error occurred'
