import { useEffect, useMemo, useRef, useState } from 'react'
import { shorten } from '@/shared/format'
import type { Target } from '@/lib/kinds'
import { stripAnsi } from '@/shared/logs/ansi'
import { replaceInvisible } from '@/lib/logs/render-line'
import { parseLineSearch } from '@/shared/logs/search'
import { applyCarriageReturns } from '@/shared/logs/terminal'
import {
  findLines,
  findLinesInSlices,
  isLongText,
  type LineIndex,
  sliceOutputLines,
  MOST_RENDERED_LINES,
  type OutputLine,
} from '@/lib/playbooks/step-output'
import { Button } from '@/ui/button'
import type { GridColumn } from '@/ui/grid/column'
import { Skeleton } from '@/ui/skeleton'
import { LineWidthProbe, useLineHeights } from '../../logs/shared/line-heights'
import { LineText } from '../../logs/shared/line-text'
import { CommandButton } from '../../shared/commands/command-button'
import { Collection, type CollectionHandle } from '../../shared/list/collection'
import { useInnerView } from './inner-view'
import css from './run.module.css'

const nothingSearched = parseLineSearch('')
const noLabels: never[] = []
const nothing: ReadonlySet<string> = new Set()
/** Maximum length of the name of a line, and of its accessible label, in characters. */
const LONGEST_NAME = 80
const LONGEST_SPOKEN = 300

const plain = (text: string, most: number) =>
  shorten(replaceInvisible(stripAnsi(applyCarriageReturns(text).slice(0, most * 2))), most)

const toLineTarget = ({ id, message }: OutputLine): Target => ({
  kind: 'output',
  id,
  // Computed on access, since there may be very many lines.
  get label() {
    return plain(message, LONGEST_NAME) || `Line ${id}`
  },
})

const describeLine = ({ number, message }: OutputLine) => `${number}: ${plain(message, LONGEST_SPOKEN) || 'empty'}`

/** The output of a step by line. Of a very long output the last lines are shown, and earlier ones on request. */
export function OutputLines({ label, text }: { label: string; text: string }) {
  const lines = useLines(text)
  if (!lines) return <Skeleton label="Reading the lines…" as="text" />
  return <LineList label={label} text={text} lines={lines} />
}

/** The lines of a text; undefined while a long text is being split. */
function useLines(text: string): LineIndex | undefined {
  const [found, setFound] = useState<{ text: string; lines: LineIndex }>()
  const short = useMemo(() => (isLongText(text) ? undefined : findLines(text)), [text])
  useEffect(() => {
    if (!isLongText(text)) return undefined
    const controller = new AbortController()
    void findLinesInSlices(text, controller.signal).then((lines) => lines && setFound({ text, lines }))
    return () => controller.abort()
  }, [text])
  return short ?? (found?.text === text ? found.lines : undefined)
}

function LineList({ label, text, lines }: { label: string; text: string; lines: LineIndex }) {
  /** The end of the shown lines; undefined follows the end of a growing output. */
  const [to, setTo] = useState<number>()
  const end = Math.min(to ?? lines.count, lines.count)
  const from = Math.max(0, end - MOST_RENDERED_LINES)
  const rows = useMemo(() => sliceOutputLines(text, lines, from, end), [text, lines, from, end])
  const [inner, onView] = useInnerView()
  const view = useMemo(() => ({ ...inner, density: 'lines' as const }), [inner])
  const [cursor, setCursor] = useState<string>()
  const list = useRef<CollectionHandle<OutputLine>>(null)
  const { linesOf, heightOf, onRoom } = useLineHeights(rows, { wraps: true, open: nothing })
  const columns = useMemo(() => buildLineColumns(linesOf, String(end).length), [linesOf, end])
  return (
    <div className={css.output} data-output>
      <LineWidthProbe onRoom={onRoom} within="[data-output]" />
      <div className={css.tools}>
        {lines.count > MOST_RENDERED_LINES ? (
          <>
            <span>{`Lines ${(from + 1).toLocaleString('en')} to ${end.toLocaleString('en')} of ${lines.count.toLocaleString('en')}`}</span>
            {from > 0 && <Button onPress={() => setTo(from)}>Earlier lines</Button>}
            {end < lines.count && (
              <Button
                onPress={() => setTo(end + MOST_RENDERED_LINES >= lines.count ? undefined : end + MOST_RENDERED_LINES)}
              >
                Later lines
              </Button>
            )}
          </>
        ) : (
          <span
            className={css.quiet}
          >{`${lines.count.toLocaleString('en')} ${lines.count === 1 ? 'line' : 'lines'}`}</span>
        )}
        <CommandButton call="output.download" label="Save" tone="bare" />
      </div>
      <Collection<OutputLine>
        ref={list}
        of="output"
        label={label}
        className={css.lines}
        rows={rows}
        columns={columns}
        targetOf={toLineTarget}
        rowLabel={describeLine}
        isSorted
        {...(heightOf && { heightOf })}
        view={view}
        onView={onView}
        query={`${label} ${from}`}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={(row) => setCursor(row.id)}
      />
    </div>
  )
}

const buildLineColumns = (linesOf: (row: OutputLine) => number, digits: number): readonly GridColumn<OutputLine>[] => [
  {
    id: 'number',
    title: 'Line',
    width: `${Math.max(3, digits * 0.7 + 1)}rem`,
    cell: ({ number }) => <span className={css.number}>{number}</span>,
  },
  {
    id: 'message',
    title: 'Text',
    width: 'minmax(4rem, 1fr)',
    below: true,
    isFixed: true,
    cell: (line) => (
      <LineText
        line={line}
        search={nothingSearched}
        lines={linesOf(line)}
        isOpen={false}
        isBeside={false}
        labels={noLabels}
      />
    ),
  },
]
