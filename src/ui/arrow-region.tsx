import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'

/** Marks the cell of a row whose button ↑ and ↓ move to. */
export const arrowStop = { 'data-arrow-stop': '' }

/** Focuses the first stop, if there is one. */
export type ArrowRegionHandle = { focusFirst(): void }

type Props = {
  label: string
  className: string | undefined
  /** Called on ↑ in the first row. */
  onLeave(): void
  children: ReactNode
  ref?: Ref<ArrowRegionHandle> | undefined
}

/** A scrolling region of rows with one button each. ↑ and ↓ move between rows, so that only one row is a tab stop. */
export function ArrowRegion({ label, className, onLeave, children, ref }: Props) {
  const region = useRef<HTMLDivElement>(null)
  const stops = () => [...(region.current?.querySelectorAll('[data-arrow-stop]') ?? [])]
  useImperativeHandle(ref, () => ({ focusFirst: () => focus(stops()[0]) }))
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const own = event.target instanceof Element && event.target.closest('tr')?.querySelector('[data-arrow-stop]')
    if (!step || !own || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const all = stops()
    const to = all.indexOf(own) + step
    if (to < 0) onLeave()
    else focus(all[to])
  }
  return (
    // Focusable, so that keys can scroll it past rows without a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <div ref={region} className={className} tabIndex={0} role="region" aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

const focus = (stop: Element | undefined) => stop?.querySelector('button')?.focus()
