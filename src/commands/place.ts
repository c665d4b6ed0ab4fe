import type { Kind, Target } from './command'
import type { PlaceChoice, CommandHandler } from './context'

/**
 * Scopes in which a key can be pressed. They nest as app › page › list or detail › list, list › graph, and page ›
 * triage › list. The other scopes contain no places, except that an editor can be inside the one that shows a
 * resource's text.
 */
export const placeScopes = [
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
export type Scope = (typeof placeScopes)[number]

/** One step of the path to the focus. */
export type PlaceStep = {
  scope: Scope
  of?: Kind
  /** The target of this place: the row under the cursor, or the resource of a detail. */
  target?: Target
}

export type PlaceData = PlaceStep & {
  selection?: readonly Target[]
  /** Choices for the arguments of commands handled here, by name. */
  choices?: Readonly<Record<string, readonly PlaceChoice[]>>
  /** Called after a command ran on the selected rows. Failed rows stay selected. */
  settle?(failed: readonly Target[]): void
  handlers?: Readonly<Record<string, CommandHandler>>
  /** The path and query that show this target on the current page, with its range, filters and order. */
  findAddress?(target: Target): string | undefined
}

/** Attribute of an element whose place applies to the whole page around it. */
export const PAGE_PART = 'data-part'

const publishedPlaces = new WeakMap<Element, () => PlaceData>()

/** Makes an element a place. `read` is called at each key press, so that no state has to be synchronised. */
export function publishPlace(element: Element, read: () => PlaceData): () => void {
  publishedPlaces.set(element, read)
  return () => publishedPlaces.delete(element)
}

/** Open widgets that are not places. They handle letters and Escape themselves. */
const widgetScopes: Readonly<Record<string, Scope>> = {
  menu: 'widget',
  listbox: 'widget',
  dialog: 'dialog',
  alertdialog: 'dialog',
}

/** A field with an open list sets the attribute, because its role does not change when the list closes. */
const markedScope = (element: Element): Scope | undefined =>
  element.getAttribute('data-scope') === 'widget' ? 'widget' : undefined

/**
 * Returns the places around an element, innermost first. A page's part, such as the list of a tab, also applies to the
 * rest of the page, so that its search and filters work from the heading.
 */
export function placesAround(element: Element | null): PlaceData[] {
  const places: PlaceData[] = []
  let part: Element | null = null
  for (let at = element; at; at = at.parentElement) {
    const place = publishedPlaces.get(at)?.()
    if (place) {
      if (at.hasAttribute(PAGE_PART)) part = at
      else if (!part && at !== document.body) {
        part = at.querySelector(`[${PAGE_PART}]`)
        const within = part && publishedPlaces.get(part)?.()
        if (within) places.push(within)
      }
      places.push(place)
    } else {
      const scope = widgetScopes[at.getAttribute('role') ?? ''] ?? markedScope(at)
      if (scope) places.push({ scope })
    }
  }
  return places
}

/** Finds the address of a target in the nearest place that shows it. */
export function findTargetAddress(places: readonly PlaceData[], target: Target): string | undefined {
  for (const { findAddress } of places) {
    const address = findAddress?.(target)
    if (address !== undefined) return address
  }
  return undefined
}
