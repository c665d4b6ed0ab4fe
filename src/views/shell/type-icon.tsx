import { createElement } from 'react'
import { useLoaded } from '../../ui/use-loaded'

/** Twenty drawings are as much as a page: the rows stand before they come. */
const load = () => import('./type-icons')

type Props = {
  /** Of a config item or a component: `Kubernetes::Pod`. */
  type: string
  /** What else says what it is: its class, or the name of an icon. */
  hint?: string
  size?: number
}

/** Decorative: name and type are beside it. */
export function TypeIcon({ type, hint = '', size = 15 }: Props) {
  const icons = useLoaded(load)
  return icons.is === 'ready' ? (
    createElement(icons.value.iconOf(type, hint), { size, strokeWidth: 1.75, 'aria-hidden': true })
  ) : (
    <svg width={size} height={size} aria-hidden="true" />
  )
}
