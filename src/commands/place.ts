import type { Kind, Target } from './command'
import type { Choice, Handler } from './context'

/** Where a key is pressed. The tree is app › page › list or detail › list; the others hold their own. */
export const scopes = ['app', 'page', 'list', 'detail', 'form', 'editor', 'dialog', 'palette', 'widget'] as const
export type Scope = (typeof scopes)[number]

/** One step of the path to the focus. */
export type Step = { scope: Scope; of?: Kind }

export type Place = Step & {
  /** The thing here: the row under the cursor, the thing a detail shows. */
  target?: Target
  selection?: readonly Target[]
  /** What the commands that are done here let one choose from, by the name of the choice. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  /** Something was done to the ticked rows; those that failed stay ticked. */
  settle?(failed: readonly Target[]): void
  handlers?: Readonly<Record<string, Handler>>
}

const published = new WeakMap<Element, () => Place>()

/** Makes an element a place. `read` is asked when a key is pressed, so that nothing has to be kept in step. */
export function publishPlace(element: Element, read: () => Place): () => void {
  published.set(element, read)
  return () => published.delete(element)
}

/** Widgets that are open over the page without being places: their letters and Escape are their own. */
const foreign: Readonly<Record<string, Scope>> = {
  menu: 'widget',
  listbox: 'widget',
  dialog: 'dialog',
  alertdialog: 'dialog',
}

/** A field whose list is open says so itself: its role is the same when the list is closed. */
const marked = (element: Element): Scope | undefined =>
  element.getAttribute('data-scope') === 'widget' ? 'widget' : undefined

/** The places around an element, innermost first. */
export function placesAround(element: Element | null): Place[] {
  const places: Place[] = []
  for (let at = element; at; at = at.parentElement) {
    const place = published.get(at)?.()
    if (place) places.push(place)
    else {
      const scope = foreign[at.getAttribute('role') ?? ''] ?? marked(at)
      if (scope) places.push({ scope })
    }
  }
  return places
}
