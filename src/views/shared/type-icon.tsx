import { createElement } from 'react'
import { useLoaded } from '@/ui/use-loaded'

/** Loads the icons after the rows have rendered: the icons are as large as the code of a page. */
const load = () => import('./type-icons')

type Props = {
  /** The type of a config item or a component: `Kubernetes::Pod`. */
  type: string
  /** A further hint: the class of the item, or the name of an icon. */
  hint?: string
  size?: number
}

/** The icon of a type. Decorative: name and type are next to it. */
export function TypeIcon({ type, hint = '', size = 15 }: Props) {
  const icons = useLoaded(load)
  return icons.is === 'ready' ? (
    createElement(icons.value.typeIcon(type, hint), { size, strokeWidth: 1.75, 'aria-hidden': true })
  ) : (
    <svg width={size} height={size} aria-hidden="true" />
  )
}
