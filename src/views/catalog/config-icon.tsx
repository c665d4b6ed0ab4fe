import { createElement } from 'react'
import { useLoaded } from '../../ui/use-loaded'

/** Twenty drawings are as much as a page: the rows stand before they come. */
const load = () => import('./config-icons')

/** Decorative: name and type are beside it. */
export function ConfigIcon({ type, configClass, size = 15 }: { type: string; configClass: string; size?: number }) {
  const icons = useLoaded(load)
  return icons.is === 'ready' ? (
    createElement(icons.value.iconOf(type, configClass), { size, strokeWidth: 1.75, 'aria-hidden': true })
  ) : (
    <svg width={size} height={size} aria-hidden="true" />
  )
}
