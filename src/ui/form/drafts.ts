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

/** Keeps the input of the forms on screen, before the page is left for signing in. */
export function keepDrafts(): void {
  for (const [key, read] of open) keepDraft(key, read())
}

/** Keeps the input of one form, if any. */
export function keepDraft(key: string, values: Values | undefined): void {
  if (values) write({ ...stored(), [key]: values })
}

/** Takes the kept input of a form, once. */
export function takeDraft(key: string): Values | undefined {
  const { [key]: found, ...rest } = stored()
  if (found !== undefined) write(rest)
  return found
}

/** Deletes all drafts, since somebody else may sign in. */
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
    // Storage may be full or forbidden; the form is then empty after signing in.
  }
}
