/** Messages after a change; `name` is the resource's display name, or the record's own where it has one. */
export const deletedMessage = (name: string) => `${name} deleted successfully`

export const updatedMessage = (name: string) => `${name} updated successfully`

/** What went wrong, for people. A failed call has the server's message. */
export const failureMessage = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message.trim() !== '' ? thrown.message : 'An error occurred'
