import { useParentSize } from '@visx/responsive'

const ignored: ('height' | 'top' | 'left')[] = ['height', 'top', 'left']

/** The width in CSS pixels of the element with `ref`; 0 before it has been measured. */
export function useWidth() {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ignored })
  return { ref: parentRef, width: Math.floor(width) }
}
