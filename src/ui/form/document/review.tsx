import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format'
import { Button } from '../../button'
import { Diff } from '../../diff/diff'
import type { DiffLayout } from '../../diff/props'
import { announce } from '../../voice'
import type { Rejection } from '../form'
import formCss from '../form.module.css'
import css from './document.module.css'

type Props = {
  label: string
  before: string
  after: string
  /** What is advised, as sentences; none of it keeps from saving. */
  findings: readonly string[]
  saveLabel: 'Save' | 'Update'
  /** Saves, for keys and the palette. */
  save: RefObject<(() => void) | undefined>
  onBack: () => void
  onSave: () => Promise<Rejection | void>
}

/** What saving will change, before it does. */
export function Review({ label, before, after, findings, saveLabel, save, onBack, onSave }: Props) {
  const [layout, setLayout] = useState<DiffLayout>('unified')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  async function send() {
    if (isSaving) return
    setSaving(true)
    setFailure(undefined)
    const answer = await onSave().catch((error: unknown) => ({
      message: error instanceof Error && error.message !== '' ? error.message : 'An error occurred',
    }))
    setSaving(false)
    if (!answer) return
    const message = messageOf(answer)
    setFailure(message)
    announce(message, { urgent: true })
  }
  useImperativeHandle(save, () => () => void send())
  return (
    <div className={css.review}>
      <h3 ref={title} className={css.title} tabIndex={-1}>
        What will be saved
      </h3>
      {findings.length > 0 && (
        <div>
          <p>{formatCount(findings.length, 'finding')}, which can be saved all the same:</p>
          <ul className={css.findings}>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
      <Diff label={label} before={before} after={after} layout={layout} onLayout={setLayout} />
      {failure !== undefined && (
        <p className={formCss.rejection}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {failure}
        </p>
      )}
      <div className={formCss.actions}>
        <Button onPress={onBack}>Back to editing</Button>
        <Button tone="primary" refusal={isSaving ? 'Being sent.' : undefined} onPress={() => void send()}>
          {isSaving ? busy[saveLabel] : saveLabel}
        </Button>
      </div>
    </div>
  )
}

const busy = { Save: 'Saving…', Update: 'Updating…' } as const

const messageOf = ({ message, fields = {} }: Rejection): string =>
  [message, ...Object.entries(fields).map(([name, fault]) => `${name}: ${fault}`)].filter(Boolean).join(' ') ||
  'An error occurred'
