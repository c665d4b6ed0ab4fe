import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FlowMessage } from '@/api/sign-in/flow'
import { announce } from '../../ui/voice'
import css from './sign-in.module.css'

const icon = { size: 15, strokeWidth: 1.9, 'aria-hidden': true } as const
const icons = { error: <CircleAlert {...icon} />, success: <CircleCheck {...icon} />, info: <Info {...icon} /> }

type Props = {
  messages: readonly Pick<FlowMessage, 'text' | 'type'>[]
  /** Whether a field gets focus instead, because it has an error or is new. */
  isFocusTaken: boolean
}

/**
 * The messages of a flow. The first ones are announced; later errors get focus, so that they are read in place.
 */
export function MessageList({ messages, isFocusTaken }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    const isNew = !isFirst.current
    isFirst.current = false
    const error = box.current?.querySelector<HTMLElement>('[data-tone="error"]')
    if (isNew && error && !isFocusTaken) error.focus()
    else
      announce(messages.map(({ text }) => text).join(' '), {
        urgent: error !== null && error !== undefined,
        key: 'flow',
      })
    // The same text may be a new message, so messages are compared as objects.
  }, [messages, isFocusTaken])
  if (messages.length === 0) return null
  return (
    <div ref={box} className={css.messages}>
      {messages.map(({ text, type }) => (
        <p key={text} className={css.message} data-tone={type} tabIndex={-1}>
          {icons[type]}
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
