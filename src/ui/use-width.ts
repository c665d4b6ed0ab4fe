import { useParentSize } from '@visx/responsive'

const ignored: ('height' | 'top' | 'left')[] = ['height', 'top', 'left']

/** The width of the element that `ref` is given to, in CSS pixels; 0 before it was measured. */
export function useWidth() {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ignored })
  return { ref: parentRef, width: Math.floor(width) }
}
