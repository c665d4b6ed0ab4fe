type Values = Readonly<Record<string, unknown>>

const KEY = 'drafts'
const open = new Map<string, () => Values | undefined>()

/** A form that is on screen: `read` gives what was typed, undefined if nothing was. */
export function openDraft(key: string, read: () => Values | undefined): () => void {
  open.set(key, read)
  return () => {
    if (open.get(key) === read) open.delete(key)
  }
}

/** Puts aside what was typed into the forms on screen: the page is about to go, to come back after signing in. */
export function keepDrafts(): void {
  for (const [key, read] of open) keepDraft(key, read())
}

/** Puts aside what was typed into one form, if anything was. */
export function keepDraft(key: string, values: Values | undefined): void {
  if (values) write({ ...stored(), [key]: values })
}

/** What was put aside for a form, once. */
export function takeDraft(key: string): Values | undefined {
  const { [key]: found, ...rest } = stored()
  if (found !== undefined) write(rest)
  return found
}

/** Somebody else may sign in. */
export function forgetDrafts(): void {
  sessionStorage.removeItem(KEY)
}

function stored(): Record<string, Values> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Values>) : {}
  } catch {
    return {}
  }
}

function write(kept: Record<string, Values>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full, or forbidden: signing in again still leads back, to an empty form.
  }
}
