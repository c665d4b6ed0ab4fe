import { useMemo } from 'react'
import { toDisplayedMessage } from '@/lib/logs/displayed-message'
import type { LogLine } from '@/lib/logs/line'
import type { LineSearch } from '@/shared/logs/search'
import { replaceInvisible, type LineSegment, renderLine } from '@/lib/logs/render-line'
import { formatCount } from '@/shared/format'
import css from '../logs.module.css'

/** Maximum rendered characters of a message: in one line, wrapped, and expanded by the user. */
export const MAX_RENDERED_CHARS = { one: 1000, wrapped: 4000, open: 60_000 } as const

type Props = {
  line: LogLine
  search: LineSearch
  /** The maximum number of text lines. */
  lines: number
  isOpen: boolean
  isBeside: boolean
  labels: readonly string[]
}

/** A message as text. ANSI colours become styles, matches are marked, and other control sequences have no effect. */
export function LineText({ line, search, lines, isOpen, isBeside, labels }: Props) {
  const most = isOpen ? MAX_RENDERED_CHARS.open : lines > 1 ? MAX_RENDERED_CHARS.wrapped : MAX_RENDERED_CHARS.one
  // The time has its own column, so the message shows it only if expanded or unparsed.
  const message = isOpen ? line.message : toDisplayedMessage(line)
  const { pieces, left } = useMemo(() => renderLine(message, search, most), [message, search, most])
  const isWrapped = isOpen || lines > 1
  const further = isWrapped ? 0 : linesIn(message) - 1
  return (
    <div className={css.text} data-wraps={isWrapped || undefined} data-beside={isBeside || undefined}>
      {/* An isolated text direction, so that it cannot reorder adjacent text. */}
      <bdi dir="ltr" className={css.message}>
        {pieces.map((piece, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a piece is its place
          <Part key={at} {...piece} />
        ))}
        {left > 0 && <span className={css.left}> … {formatCount(left, 'more character')}</span>}
      </bdi>
      {further > 0 && <span className={css.left}>+{formatCount(further, 'line')}</span>}
      {labels.length > 0 && <bdi className={css.allLabels}>{replaceInvisible(labels.join('  '))}</bdi>}
    </div>
  )
}

/** The number of lines of a message, counted up to 1,000. */
function linesIn(message: string): number {
  let count = 1
  for (let at = message.indexOf('\n'); at >= 0 && count < 1000; at = message.indexOf('\n', at + 1)) count += 1
  return count
}

function Part({ text, style, isHit, standsFor }: LineSegment) {
  const { colour, background, isBold, isDim, isItalic, isUnderlined } = style
  const isPlain = Object.keys(style).length === 0 && !standsFor
  if (isPlain) return isHit ? <mark className={css.hit}>{text}</mark> : text
  const styled = (
    <span
      className={standsFor ? css.standIn : css.styled}
      title={standsFor}
      data-colour={colour}
      data-background={background}
      data-bold={isBold}
      data-dim={isDim}
      data-italic={isItalic}
      data-underlined={isUnderlined}
    >
      {text}
    </span>
  )
  return isHit ? <mark className={css.hit}>{styled}</mark> : styled
}
