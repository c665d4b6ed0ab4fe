type Values = Readonly<Record<string, unknown>>

const KEY = 'drafts'
const open = new Map<string, () => Values | undefined>()

/** Registers a form on screen. `read` returns its input, or undefined if there is none. @returns unregisters it */
export function registerDraft(key: string, read: () => Values | undefined): () => void {
  open.set(key, read)
  return () => {
    if (open.get(key) === read) open.delete(key)
  }
}

/** Stores the input of all forms on screen before the page is left for signing in. */
export function storeAllDrafts(): void {
  for (const [key, read] of open) storeDraft(key, read())
}

/** Stores the input of one form, if any. */
export function storeDraft(key: string, values: Values | undefined): void {
  if (values) write({ ...stored(), [key]: values })
}

/** Returns the stored input of a form and deletes it. */
export function takeDraft(key: string): Values | undefined {
  const { [key]: found, ...rest } = stored()
  if (found !== undefined) write(rest)
  return found
}

/** Deletes all drafts, because another user may sign in. */
export function deleteDrafts(): void {
  sessionStorage.removeItem(KEY)
}

function stored(): Record<string, Values> {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof drafts === 'object' && drafts !== null ? (drafts as Record<string, Values>) : {}
  } catch {
    return {}
  }
}

function write(drafts: Record<string, Values>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Storage may be full or blocked. The form is then empty after signing in.
  }
}
