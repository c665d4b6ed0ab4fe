import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { PAGE_PART, type PlaceData, publishPlace } from '@/commands/place'

/** The places around a component, innermost first: the same places that a key press finds in the document. */
const PlacesContext = createContext<readonly PlaceData[]>([])
export const usePlaces = () => useContext(PlacesContext)

/** Leaves the page around a component, as Escape on the page does. A part of a dialog does not leave the page behind it. */
export function useLeavePage(): () => void {
  const places = usePlaces()
  return () => {
    if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return
    const handler = places.map(({ handlers }) => handlers?.['detail.back'] ?? handlers?.['nav.last']).find(Boolean)
    handler?.(1, {})
  }
}

type Props = PlaceData & {
  className?: string | undefined
  /**
   * Exposes the element to screen readers. When a list with a selected row appears, Orca moves from the focused heading
   * to that row, unless both are in one exposed element.
   */
  isBlock?: boolean
  /** The handlers apply to the whole surrounding page. */
  isPart?: boolean
  children: ReactNode
}

/** A region of the page with its own keys. */
export function Place({ className, isBlock = false, isPart = false, children, ...place }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef<PlaceData>(place)
  useLayoutEffect(() => {
    latest.current = place
  })
  useLayoutEffect(() => (element.current ? publishPlace(element.current, () => latest.current) : undefined), [])
  const outer = usePlaces()
  return (
    // The place changes with every move of the cursor, so memoising it would not help.
    // oxlint-disable-next-line react/jsx-no-constructed-context-values
    <PlacesContext value={[place, ...outer]}>
      <div
        ref={element}
        className={className}
        data-scope={place.scope}
        data-of={place.of}
        {...(isPart && { [PAGE_PART]: '' })}
        // The value is the default, but without any attribute browsers leave the element out of the accessibility tree.
        aria-busy={isBlock ? false : undefined}
      >
        {children}
      </div>
    </PlacesContext>
  )
}

/** Makes the whole document the outermost place, because dialogs are outside the page's element. */
export function AppPlace({
  handlers,
  children,
}: {
  handlers: NonNullable<PlaceData['handlers']>
  children: ReactNode
}) {
  const place: PlaceData = { scope: 'app', handlers }
  const latest = useRef(place)
  useLayoutEffect(() => {
    latest.current = place
  })
  useLayoutEffect(() => publishPlace(document.body, () => latest.current), [])
  // oxlint-disable-next-line react/jsx-no-constructed-context-values
  return <PlacesContext value={[place]}>{children}</PlacesContext>
}
