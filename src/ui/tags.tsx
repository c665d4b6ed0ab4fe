import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { orderTags, type Tag } from '../lib/tags'
import { copyText } from './copy-text'
import css from './tags.module.css'

type Props = {
  label?: string
  tags: Readonly<Record<string, string>>
}

const GAP = 4
/** Space in pixels for `+99 more` at the end of the row. */
const MORE_WIDTH = 80

/**
 * The tags of a resource in one row, with `+3 more` for the rest. The row is one tab stop: arrow keys move between the
 * chips, and pressing a chip copies its value.
 */
export function Tags({ label = 'Tags', tags }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const all = orderTags(tags)
  const [fitting, setFitting] = useState(all.length)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  useLayoutEffect(() => {
    const box = row.current
    if (!box) return
    const measure = () => setFitting(countFitting(box))
    measure()
    const observer = new ResizeObserver(measure)
    // Observes the container for the available width and the chips for their widths.
    for (const one of [box.parentElement, ...box.children]) if (one) observer.observe(one)
    return () => observer.disconnect()
    // Depends on the tags, because new tags render new chips.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [tags])
  if (all.length === 0) return null
  const hidden = isOpen ? 0 : all.length - fitting
  const hasMore = all.length > fitting
  const stops = all.length - hidden + (hasMore ? 1 : 0)
  const stop = Math.min(at, stops - 1)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: (stop + 1) % stops,
      ArrowLeft: (stop + stops - 1) % stops,
      Home: 0,
      End: stops - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    const chips = [...event.currentTarget.querySelectorAll<HTMLElement>('button')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true })
    )
    chips[to]?.focus()
    event.preventDefault()
  }
  const stopAt = (index: number) => ({ tabIndex: index === stop ? 0 : -1, onFocus: () => setAt(index) })
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className={css.tags}
      data-open={isOpen || undefined}
      onKeyDown={onKeyDown}
    >
      <div ref={row} className={css.row}>
        {all.map((tag, index) => (
          <Chip key={tag.key} tag={tag} isHidden={index >= all.length - hidden} {...stopAt(index)} />
        ))}
      </div>
      {hasMore && (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Show fewer' : `+${hidden} more`}
          onClick={() => {
            // The button keeps focus at its new position in the row.
            setAt(isOpen ? fitting : all.length)
            setOpen(!isOpen)
          }}
          {...stopAt(all.length - hidden)}
        >
          {isOpen ? 'Fewer' : `+${hidden} more`}
        </button>
      )}
    </div>
  )
}

type ChipProps = { tag: Tag; isHidden: boolean; tabIndex: number; onFocus: () => void }

const Chip = ({ tag: { key, value }, isHidden, ...stop }: ChipProps) => (
  <button
    type="button"
    className={css.chip}
    data-hidden={isHidden || undefined}
    {...{ 'aria-description': 'Press to copy the value' }}
    onClick={() => void copyText(value, key)}
    {...stop}
  >
    <span className={css.key}>{key}:</span> <bdi>{value}</bdi>
  </button>
)

/** The number of chips that fit the width. At least 1, because the first chip is truncated to fit. */
function countFitting(row: HTMLElement): number {
  const widths = [...row.children].map((chip) => chip.getBoundingClientRect().width + GAP)
  const room = (row.parentElement?.getBoundingClientRect().width ?? 0) + GAP
  const sum = widths.reduce((total, width) => total + width, 0)
  if (sum <= room) return widths.length
  let left = room - MORE_WIDTH - GAP
  const count = widths.findIndex((width) => (left -= width) < 0)
  return Math.max(1, count < 0 ? widths.length : count)
}
