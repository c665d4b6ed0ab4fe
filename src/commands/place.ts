import type { Kind, Target } from './command'
import type { Choice, Handler } from './context'

/** Where a key can be pressed. Scopes nest as app › page › list or detail › list, list › graph, and page › triage › list; the others contain no places, but what shows the text of a thing may be an editor around one. */
export const scopes = [
  'app',
  'page',
  'triage',
  'list',
  'graph',
  'detail',
  'form',
  'editor',
  'dialog',
  'palette',
  'widget',
] as const
export type Scope = (typeof scopes)[number]

/** One step of the path to the focus. */
export type Step = {
  scope: Scope
  of?: Kind
  /** The thing of this place: the row under the cursor, or what a detail shows. */
  target?: Target
}

export type Place = Step & {
  selection?: readonly Target[]
  /** Choices for the arguments of the commands that are handled here, by name. */
  choices?: Readonly<Record<string, readonly Choice[]>>
  /** A command was run on the ticked rows; those that failed stay ticked. */
  settle?(failed: readonly Target[]): void
  handlers?: Readonly<Record<string, Handler>>
  /** Path and query that show this thing within what is on screen: with its range, filters and order. */
  addressOf?(target: Target): string | undefined
}

/** The attribute of an element whose place counts for all of the page around it. */
export const PART = 'data-part'

const published = new WeakMap<Element, () => Place>()

/** Makes an element a place. `read` is called at each key press, so that nothing has to be synchronised. */
export function publishPlace(element: Element, read: () => Place): () => void {
  published.set(element, read)
  return () => published.delete(element)
}

/** Widgets that are open over the page without being places: they handle letters and Escape themselves. */
const foreign: Readonly<Record<string, Scope>> = {
  menu: 'widget',
  listbox: 'widget',
  dialog: 'dialog',
  alertdialog: 'dialog',
}

/** A field with an open list marks itself, because its role is the same when the list is closed. */
const marked = (element: Element): Scope | undefined =>
  element.getAttribute('data-scope') === 'widget' ? 'widget' : undefined

/**
 * The places around an element, innermost first. What a page has as its part, such as the list of a tab, counts for the rest
 * of the page, too: its search and filters are found from the heading.
 */
export function placesAround(element: Element | null): Place[] {
  const places: Place[] = []
  let part: Element | null = null
  for (let at = element; at; at = at.parentElement) {
    const place = published.get(at)?.()
    if (place) {
      if (at.hasAttribute(PART)) part = at
      else if (!part && at !== document.body) {
        part = at.querySelector(`[${PART}]`)
        const within = part && published.get(part)?.()
        if (within) places.push(within)
      }
      places.push(place)
    } else {
      const scope = foreign[at.getAttribute('role') ?? ''] ?? marked(at)
      if (scope) places.push({ scope })
    }
  }
  return places
}

/** The address of a thing in the nearest place that shows it. */
export function addressIn(places: readonly Place[], target: Target): string | undefined {
  for (const { addressOf } of places) {
    const address = addressOf?.(target)
    if (address !== undefined) return address
  }
  return undefined
}
