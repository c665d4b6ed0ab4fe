import { ChevronDown, ChevronUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { formatCount } from '@/shared/format'
import { Button } from '../button'
import { useWidth } from '../use-width'
import { announce } from '../voice'
import { type DiffBlock, computeBlocks } from './blocks'
import css from './diff.module.css'
import { DiffLineView } from './diff-line'
import { describeLineCounts, parsePatch } from './patch'
import { takeRows, type DiffSegment, toSegments } from './segments'
import type { DiffProps } from './props'

/** The minimum width for two columns of about sixty characters. */
const MIN_SPLIT_PX = 720
/** The number of lines that a browser renders smoothly. More are shown on request. */
const STEP = 1000

const none: ReadonlySet<number> = new Set()

export default function DiffView(props: DiffProps) {
  const { label, layout, onLayout } = props
  const [before, after] = 'patch' in props ? [undefined, undefined] : [props.before, props.after]
  const patch = 'patch' in props ? props.patch : undefined
  const blocks = useMemo(
    () => computeBlocks(patch === undefined ? { before: before ?? '', after: after ?? '' } : parsePatch(patch)),
    [before, after, patch]
  )
  const [opened, setOpened] = useState(none)
  const [most, setMost] = useState(STEP)
  const { ref, width } = useWidth()
  const body = useRef<HTMLDivElement>(null)
  const hasRoom = width >= MIN_SPLIT_PX
  const isSplit = layout === 'split' && hasRoom
  const { shown, rest } = takeRows(toSegments(blocks, opened, isSplit), most)
  const changes = blocks.filter((block) => block.is === 'change')
  const sentence = describeChanges(changes)

  /** Moves to the change after or before the one that contains focus. */
  function step(by: 1 | -1) {
    const found = [...(body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    const at = found.findIndex((one) => one.contains(document.activeElement) || one === document.activeElement)
    const last = found.findIndex((one) => one.dataset['change'] === lastStep.current)
    const next = found[at >= 0 ? at + by : last >= 0 ? last + by : by > 0 ? 0 : -1]
    if (!next) return announce(by > 0 ? 'No next change.' : 'No previous change.')
    lastStep.current = next.dataset['change']
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }
  const lastStep = useRef<string>(undefined)

  /** Expands unchanged lines and focuses them, because the pressed button is removed. */
  function open(block: number) {
    setOpened((all) => new Set([...all, block]))
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-key="${block}"]`)?.focus())
  }

  if (changes.length === 0)
    return (
      <div className={css.diff} ref={ref}>
        <p className={css.nothing}>
          {patch !== undefined && patch.trim() !== '' ? invalidPatch(label) : 'No difference'}
        </p>
        {patch !== undefined && patch.trim() !== '' && (
          // Focusable, so that it can be scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={css.plain} role="group" aria-label={label} tabIndex={0}>
            {patch}
          </pre>
        )}
      </div>
    )
  return (
    <div className={css.diff} ref={ref} role="group" aria-label={`${label}: ${sentence}`}>
      <div className={css.head}>
        <p>{sentence}</p>
        <div className={css.actions}>
          {hasRoom && (
            <Button isPressed={isSplit} onPress={() => onLayout(isSplit ? 'unified' : 'split')}>
              Side by side
            </Button>
          )}
          <Button tone="bare" label="Previous change" onPress={() => step(-1)}>
            <ChevronUp size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
          <Button tone="bare" label="Next change" onPress={() => step(1)}>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </div>
      </div>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.body} ref={body} role="group" aria-label={label} tabIndex={0} data-split={isSplit}>
        {shown.map((piece) => (
          <PieceView key={piece.key} piece={piece} isSplit={isSplit} count={changes.length} onOpen={open} />
        ))}
        {rest > 0 && (
          <div className={css.fold}>
            <Button tone="bare" onPress={() => setMost(most + STEP)}>
              Show {formatCount(Math.min(rest, STEP), 'more line')} of {rest.toLocaleString('en')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

type PieceProps = { piece: DiffSegment; isSplit: boolean; count: number; onOpen: (block: number) => void }

function PieceView({ piece, isSplit, count, onOpen }: PieceProps) {
  if (piece.is === 'gap') return <div className={css.gap}>{piece.text}</div>
  if (piece.is === 'fold')
    return (
      <div className={css.fold}>
        <Button tone="bare" onPress={() => onOpen(piece.block)}>
          Show {formatCount(piece.count, 'unchanged line')}
        </Button>
      </div>
    )
  const lines = piece.rows.map((row) => (
    <DiffLineView key={`${row.before?.number ?? ''}:${row.after?.number ?? ''}`} row={row} isSplit={isSplit} />
  ))
  if (piece.change === undefined)
    return (
      <div data-key={piece.key} role="group" aria-label="Unchanged" tabIndex={-1} className={css.rows}>
        {lines}
      </div>
    )
  const removed = piece.rows.filter(({ before }) => before).length
  const added = piece.rows.filter(({ after }) => after).length
  const name = `Change ${piece.change} of ${count}: ${describeLineCounts(added, removed)}`
  return (
    <div data-change={piece.change} role="group" aria-label={name} tabIndex={-1} className={css.rows}>
      {lines}
    </div>
  )
}

function describeChanges(changes: readonly Extract<DiffBlock, { is: 'change' }>[]): string {
  const added = changes.reduce((sum, one) => sum + one.added.length, 0)
  const removed = changes.reduce((sum, one) => sum + one.removed.length, 0)
  const places = changes.length > 1 ? ` in ${formatCount(changes.length, 'place')}` : ''
  return `${describeLineCounts(added, removed)}${places}`
}

const invalidPatch = (label: string) => `${label} is not a valid patch. Its text is shown instead.`
