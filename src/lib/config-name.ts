/** Config items without a name are called by the end of their id, as by the backend. */
export const nameOfConfig = ({ id, name }: { id: string; name?: string | null | undefined }) => name || id.slice(-12)
