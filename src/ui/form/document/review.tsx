import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { formatCount } from '@/shared/format'
import { Button } from '../../button'
import { Diff } from '../../diff/diff'
import type { DiffLayout } from '../../diff/props'
import { announce } from '../../voice'
import type { Rejection } from '../form-context'
import formCss from '../form.module.css'
import css from './document.module.css'

type Props = {
  label: string
  before: string
  after: string
  /** Findings as sentences. They do not prevent saving. */
  findings: readonly string[]
  saveLabel: 'Save' | 'Update'
  /** Set to a function that saves, for key bindings and the palette. */
  save: RefObject<(() => void) | undefined>
  onBack: () => void
  onSave: () => Promise<Rejection | void>
}

/** Shows the changes before they are saved. */
export function ReviewChanges({ label, before, after, findings, saveLabel, save, onBack, onSave }: Props) {
  const [layout, setLayout] = useState<DiffLayout>('unified')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  async function send() {
    if (isSaving) return
    setSaving(true)
    setFailure(undefined)
    const rejection = await onSave().catch((error: unknown) => ({
      message: error instanceof Error && error.message !== '' ? error.message : 'An error occurred',
    }))
    setSaving(false)
    if (!rejection) return
    const message = messageOf(rejection)
    setFailure(message)
    announce(message, { urgent: true })
  }
  useImperativeHandle(save, () => () => void send())
  return (
    <div className={css.review}>
      <h3 ref={title} className={css.title} tabIndex={-1}>
        Changes to save
      </h3>
      {findings.length > 0 && (
        <div>
          <p>{formatCount(findings.length, 'finding')} (saving is still possible):</p>
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
        <Button tone="primary" refusal={isSaving ? 'Saving…' : undefined} onPress={() => void send()}>
          {isSaving ? busy[saveLabel] : saveLabel}
        </Button>
      </div>
    </div>
  )
}

const busy = { Save: 'Saving…', Update: 'Updating…' } as const

const messageOf = ({ message, fields = {} }: Rejection): string =>
  [message, ...Object.entries(fields).map(([name, error]) => `${name}: ${error}`)].filter(Boolean).join(' ') ||
  'An error occurred'
