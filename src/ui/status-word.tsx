import type { ReactNode } from 'react'
import { meaningShape, type StatusMeaning, statusMeaning } from '../lib/status-words'
import { Badge, type BadgeTone } from './badge'
import { StatusShape } from './status'
import css from './status-word.module.css'

const tones: Readonly<Record<StatusMeaning, BadgeTone>> = {
  failed: 'bad',
  attention: 'warn',
  running: 'active',
  waiting: 'accent',
  done: 'good',
  cancelled: 'plain',
  decided: 'plain',
  unknown: 'plain',
}

/** Strokes of the meanings that share no shape with health: an open ring, a clock, a struck ring, a check mark. */
const strokes: Readonly<Partial<Record<StatusMeaning, string>>> = {
  running: 'M5 1.1A3.9 3.9 0 1 0 8.9 5',
  waiting: 'M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM5 2.9V5.2L6.7 6.3',
  cancelled: 'M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM2.2 7.8 7.8 2.2',
  decided: 'M1.2 5.4 3.9 8 8.9 2',
}

/** The icon of a status word, which can be distinguished without colour. Decorative: the word must be next to it. */
export function StatusIcon({ word, size = 10 }: { word: string | null | undefined; size?: number }) {
  const meaning = statusMeaning(word)
  const shape = meaningShape(meaning)
  if (shape) return <StatusShape health={shape} size={size} />
  return (
    <svg className={css.icon} data-meaning={meaning} width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <path d={strokes[meaning]} />
    </svg>
  )
}

type Props = {
  word: string
  /** The text, if it is not the word itself. */
  children?: ReactNode
}

/** A status as icon, colour and text. Every status word has one look on all screens. */
export const StatusBadge = ({ word, children = word }: Props) => (
  <Badge tone={tones[statusMeaning(word)]}>
    <span className={css.inBadge}>
      <StatusIcon word={word} size={9} />
    </span>
    {children}
  </Badge>
)
