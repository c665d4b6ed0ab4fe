/** Like the backend, uses the end of the id for config items without a name. */
export const configItemName = ({ id, name }: { id: string; name?: string | null | undefined }) => name || id.slice(-12)
