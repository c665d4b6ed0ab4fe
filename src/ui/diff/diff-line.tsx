import type { ReactNode } from 'react'
import type { DiffLine, ChangedRange } from './blocks'
import css from './diff.module.css'
import type { DiffRow } from './segments'

/** One line of a difference, marked by its sign, a label for screen readers and its colour. */
export function DiffLineView({ row: { before, after, isSame }, isSplit }: { row: DiffRow; isSplit: boolean }) {
  if (isSplit)
    return (
      <div className={css.pair}>
        <Half line={before} is={isSame ? 'same' : 'removed'} numbers={{ before: before?.number }} />
        <Half line={after} is={isSame ? 'same' : 'added'} numbers={{ after: after?.number }} isRepeated={isSame} />
      </div>
    )
  const is = isSame ? 'same' : before ? 'removed' : 'added'
  return <Half line={before ?? after} is={is} numbers={{ before: before?.number, after: after?.number }} />
}

type HalfProps = {
  line: DiffLine | undefined
  is: 'same' | 'removed' | 'added'
  /** The line numbers shown before the text. */
  numbers: { before?: number | undefined; after?: number | undefined }
  /** Whether the other side has the same text. Screen readers then read it only once. */
  isRepeated?: boolean | undefined
}

const signs = { same: ' ', removed: '−', added: '+' }

function Half({ line, is, numbers, isRepeated }: HalfProps) {
  if (!line) return <div className={css.line} data-is="none" aria-hidden="true" />
  return (
    <div className={css.line} data-is={is} aria-hidden={isRepeated}>
      {Object.entries(numbers).map(([side, number]) => (
        <span key={side} className={css.number} aria-hidden="true">
          {number}
        </span>
      ))}
      <span className={css.sign} aria-hidden="true">
        {signs[is]}
      </span>
      <span className={css.text}>
        {is !== 'same' && <span className="visually-hidden">{is}: </span>}
        {line.text === '' ? <span className="visually-hidden">empty line</span> : markChanges(line.text, line.marks)}
      </span>
    </div>
  )
}

function markChanges(text: string, marks: readonly ChangedRange[]): ReactNode {
  let at = 0
  const parts: ReactNode[] = []
  for (const [from, to] of marks) {
    parts.push(
      text.slice(at, from),
      <span key={from} className={css.mark}>
        {text.slice(from, to)}
      </span>
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
