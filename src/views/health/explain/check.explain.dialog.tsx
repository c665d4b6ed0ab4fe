import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkDetails } from '@/api/health/check-detail'
import { type CheckDraft, explanations } from '@/api/health/explanations'
import type { Target } from '@/commands/command'
import { isAllowed } from '@/shared/access/access'
import { failureMessage } from '@/lib/outcome'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Time } from '@/ui/time'
import { announce } from '@/ui/voice'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import { DraftEditor, parseDraft } from './draft-editor'
import css from './explain-check.module.css'
import { ExplanationView } from './explanation-view'

/** Runs a check once and shows request, response and deciding rule, optionally with unsaved changes to the spec. */
export default function ExplainCheck({ known, onClose }: CommandDialogProps) {
  const [check] = known['check'] as readonly Target<'check'>[]
  const { environment } = useConsole()
  const id = check?.id ?? ''
  const label = check?.label ?? 'check'
  const [requested, setRequested] = useState<{ of: string | CheckDraft; attempt: number }>({ of: id, attempt: 1 })
  const [isChanging, setChanging] = useState(false)
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState('')
  const own = useQuery(checkDetails.byId(id))
  const { type = '', spec, deleted_at: deletedAt } = own.data ?? {}
  const explanation = useQuery({ ...explanations.of(requested.of, requested.attempt), enabled: !deletedAt })
  const submit = async () => {
    try {
      const of = isChanging && text !== undefined ? { ...(await parseDraft(type, text)), check: id } : id
      setProblem('')
      setRequested({ of, attempt: requested.attempt + 1 })
    } catch (error) {
      const sentence = `Not run. ${failureMessage(error)}`
      setProblem(sentence)
      announce(sentence)
    }
  }
  const place = {
    scope: 'form',
    handlers: { 'form.submit': () => void submit(), 'form.cancel': () => void onClose() },
  } as const
  return (
    <Dialog
      title={`Explain ${label}`}
      description="One-off run. The result is not saved."
      size="large"
      actions={
        !deletedAt && (
          <Place {...place} className={css.actions}>
            {spec && !isChanging && isAllowed(environment, 'canaries', 'write') && (
              <Button onPress={() => setChanging(true)}>Edit and run</Button>
            )}
            <CommandButton call="form.submit" tone="primary" label={isChanging ? 'Run once' : 'Run again'} />
          </Place>
        )
      }
      onClose={() => void onClose()}
    >
      <Place {...place} className={css.body}>
        {isChanging && spec && <DraftEditor name={label} spec={spec} text={text} onText={setText} />}
        {problem !== '' && <p className={css.problem}>{problem}</p>}
        {deletedAt ? (
          <p>
            This check was deleted <Time at={deletedAt} as="ago" /> and no longer runs.
          </p>
        ) : (
          <QueryState query={explanation} what="the explanation" as="pane">
            {(found) => <ExplanationView {...found} isDraft={typeof requested.of !== 'string'} />}
          </QueryState>
        )}
      </Place>
    </Dialog>
  )
}
