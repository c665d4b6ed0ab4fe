import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { type Place as PlaceData, publishPlace } from '../../../commands/place'

/** The places around a component, innermost first: the same path that a key press finds in the document. */
const PlacesContext = createContext<readonly PlaceData[]>([])
export const usePlaces = () => useContext(PlacesContext)

type Props = PlaceData & {
  className?: string | undefined
  /**
   * Readers know it as an element of its own. Orca follows what is selected where something appears, away from the
   * heading that has focus, unless both are in one.
   */
  isBlock?: boolean
  children: ReactNode
}

/** A part of the screen where keys have their own meaning. */
export function Place({ className, isBlock = false, children, ...place }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef<PlaceData>(place)
  useLayoutEffect(() => {
    latest.current = place
  })
  useLayoutEffect(() => (element.current ? publishPlace(element.current, () => latest.current) : undefined), [])
  const outer = usePlaces()
  return (
    // What is here changes with every move of the cursor, so there is nothing to keep.
    // oxlint-disable-next-line react/jsx-no-constructed-context-values
    <PlacesContext value={[place, ...outer]}>
      <div
        ref={element}
        className={className}
        data-scope={place.scope}
        data-of={place.of}
        // The default, but browsers leave an element that says nothing out of their tree.
        aria-busy={isBlock ? false : undefined}
      >
        {children}
      </div>
    </PlacesContext>
  )
}

/** Makes the whole document a place, for what is true everywhere: dialogs lie outside the page's element. */
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
